/** What the command was asked and cannot do: told without a trace of the program. */
export class Misuse extends Error {}
