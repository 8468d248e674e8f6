/** Says to spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Where a program may take what follows for a formula: at the beginning of a cell, and within one after a sign by which
 * some part cells and rows. Where decimals have a comma, programs part by semicolons and know no quotes within a cell.
 */
const beforeFormula = /(?<=^|[;\t\r\n])(?='*[=+\-@])|^(?='*[\t\r])/g;
const guardOfFormula = /(?<=^|[;\t\r\n])'(?='*[=+\-@])|^'(?='*[\t\r])/g;

/**
 * What a spreadsheet would take for a formula is given an apostrophe, and loses it when it is read. So does what has
 * one there by itself: every text comes back as it was.
 */
export const guardCell = (text: string): string => text.replace(beforeFormula, "'");
export const readGuardedCell = (text: string): string => text.replace(guardOfFormula, '');
