import { isBlank } from '@commons/contract/text';
import { useDraft } from '../../lib/drafts.ts';
import { LinkedText } from '../../lib/linked-text.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/unsaved-texts.tsx';
import type { Outbox, OutboxEntry } from './outbox.ts';

export type UnsentDraftProps = {
  /** Storage key of the draft. */
  draft: string;
  /** Unsent messages that no chat shows. */
  entries?: readonly OutboxEntry[];
  outbox: Outbox;
};

/** Unsent text for a member whose account is gone. It can never be sent, and each sign-out would warn about it. */
export default function UnsentDraft({ draft: key, entries = [], outbox }: UnsentDraftProps) {
  const draft = useDraft(key);
  const texts = [...entries.map(({ content }) => content || 'A photo'), draft.text].filter((text) => !isBlank(text));
  if (texts.length === 0) return null;
  const discard = () => {
    draft.clear();
    for (const { clientId } of entries) outbox.discard(clientId);
  };
  return (
    <div className="mx-auto flex max-w-[46ch] flex-col items-start gap-2 px-4 py-3 text-sm">
      <p>Your messages to them cannot be sent. They are on this device only.</p>
      {texts.map((text, index) => (
        <LinkedText
          key={index}
          text={text}
          className="w-full rounded-control border border-line bg-surface px-3 py-2"
        />
      ))}
      <div className="flex flex-wrap items-center gap-3">
        <CopyButton text={texts.join('\n\n')} />
        <Button variant="quiet" size="small" onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
}
