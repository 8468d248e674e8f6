/** The dictionaries of a PDF as Chromium writes them: text, beside streams that are compressed. */
export const textOf = (pdf: Buffer): string => pdf.toString('latin1');

export const countPages = (pdf: Buffer): number => textOf(pdf).match(/\/Type\s*\/Page\b/g)?.length ?? 0;
