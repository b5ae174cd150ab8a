/** 16 hexadecimal digits. */
export function dataDigest(): string;
