/** Says to spreadsheets that what follows is UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * What a spreadsheet would take for a formula is given an apostrophe, and loses it when it is read. So does what has
 * one there by itself: every text comes back as it was.
 */
export const guardCell = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);
export const readGuardedCell = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
