/** Tells spreadsheet programs that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Positions where a spreadsheet program may start to read a formula: the start of a cell, and after any character that
 * some programs treat as a separator. Locales with decimal commas separate cells by semicolons and ignore quotes.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?='*[=+\-@])|^(?='*[\t\r])/g;
const escapedFormula = /(?<=^|[;\t\r\n])'(?='*[=+\-@])|^'(?='*[\t\r])/g;

/**
 * Adds an apostrophe before each possible formula and before existing apostrophes there, so that `unescapeFormula`
 * restores every text exactly.
 */
export const escapeFormula = (text: string): string => text.replace(formulaStart, "'");
export const unescapeFormula = (text: string): string => text.replace(escapedFormula, '');
