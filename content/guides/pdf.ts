/** Returns a PDF as text. Chromium writes its dictionaries uncompressed; only the streams are compressed. */
export const textOf = (pdf: Buffer): string => pdf.toString('latin1');

export const countPages = (pdf: Buffer): number => textOf(pdf).match(/\/Type\s*\/Page\b/g)?.length ?? 0;
