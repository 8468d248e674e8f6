import type { Settings } from '../settings/settings.ts';
import { type MailBlock, textOfBlocks } from './blocks.ts';
import type { Mail } from './mail.ts';

/** Values that every mail may name. */
export type MailContext = { productName: string; publicUrl: string };

export const mailContextOf = ({
  settings,
  publicUrl,
}: {
  settings: Pick<Settings, 'current'>;
  publicUrl: string;
}): MailContext => ({ productName: settings.current.productName, publicUrl });

type Template<Input> = {
  /** Identifies the mail in the preview. */
  name: string;
  /** The occasion, for admins: "A member asks for a new password". */
  sentWhen: string;
  compose: (input: Input, context: MailContext) => { subject: string; blocks: readonly MailBlock[] } & Partial<Mail>;
  /** Sample data for the preview. */
  sample: (context: MailContext) => Input;
};

/** A kind of mail. Its feature lists it in `mails`, so that admins can preview it. */
export type MailTemplate<Input = never> = Pick<Template<Input>, 'name' | 'sentWhen'> & {
  /** Writes the mail to a person. */
  write: (to: string, context: MailContext, input: Input) => Mail;
  writeSample: (to: string, context: MailContext) => Mail;
};

/** Defines a kind of mail. The plain text is derived from the blocks. */
export function mailTemplate<Input>({ name, sentWhen, compose, sample }: Template<Input>): MailTemplate<Input> {
  const write = (to: string, context: MailContext, input: Input): Mail => {
    const content = compose(input, context);
    // A server of the previous version may send a queued mail. It reads only the text.
    return { to, text: textOfBlocks(content.blocks), ...content };
  };
  return { name, sentWhen, write, writeSample: (to, context) => write(to, context, sample(context)) };
}
