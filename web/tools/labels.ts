// The words for what only an opened number shows. In English they are those for fields; another language has them here, so that no
// first download holds them.

export { label } from "#shared";
