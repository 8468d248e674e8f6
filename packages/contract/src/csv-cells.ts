/** Tells spreadsheet programs that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Positions where a spreadsheet program may start to read a formula: the start of a cell, and after any character that
 * some programs treat as a separator. Locales with decimal commas separate cells by semicolons and ignore quotes.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?='*[=+\-@])|^(?='*[\t\r])/g;
const formulaGuard = /(?<=^|[;\t\r\n])'(?='*[=+\-@])|^'(?='*[\t\r])/g;

/**
 * Adds an apostrophe before each possible formula and before existing apostrophes there, so that `unguardCell`
 * restores every text exactly.
 */
export const guardCell = (text: string): string => text.replace(formulaStart, "'");
export const unguardCell = (text: string): string => text.replace(formulaGuard, '');
