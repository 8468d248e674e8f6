import type { MailBlock } from './blocks.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** The content for the HTML. Default: the paragraphs of `text`. */
  blocks?: readonly MailBlock[];
  /** The one-click unsubscribe URL (RFC 8058). */
  unsubscribeUrl?: string;
  /** The same for each attempt, so that mail programs recognize duplicates. */
  messageId?: string;
};

/** A mail as it is sent: plain text, HTML and the picture in it. */
export type RenderedMail = {
  text: string;
  html?: string;
  attachments?: { filename: string; cid: string; content: Buffer; contentType: string; contentDisposition: 'inline' }[];
};
