/**
 * One part of a mail. Mails are data, because a queued mail is stored in the database, and because features then need
 * no JSX, which Node cannot run from source. `mail-layout.ts` turns the blocks into React Email components.
 */
export type MailBlock =
  | { type: 'paragraph'; text: string }
  /** The one action of a mail. */
  | { type: 'button'; label: string; url: string }
  | { type: 'link'; label: string; url: string }
  /** Words of a person, with their line breaks. */
  | { type: 'quote'; text: string }
  | { type: 'list'; items: readonly string[] };

export const paragraph = (text: string): MailBlock => ({ type: 'paragraph', text });
export const button = (label: string, url: string): MailBlock => ({ type: 'button', label, url });
export const link = (label: string, url: string): MailBlock => ({ type: 'link', label, url });
export const quote = (text: string): MailBlock => ({ type: 'quote', text });
export const list = (items: readonly string[]): MailBlock => ({ type: 'list', items });

function toText(block: MailBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'quote':
      return block.text;
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'list':
      return block.items.join('\n');
  }
}

/** Returns the plain text of a mail. */
export const textOfBlocks = (blocks: readonly MailBlock[]): string => blocks.map(toText).join('\n\n');

/** Returns the paragraphs of a mail that consists of plain text only. */
export const blocksOfText = (text: string): MailBlock[] =>
  text
    .trim()
    .split(/\n{2,}/)
    .map(paragraph);
