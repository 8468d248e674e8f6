import type { CurrentUser } from '@commons/contract/auth/schemas';
import { noteLimits } from '@commons/contract/gratitude';
import type { Note } from '@commons/contract/gratitude/schemas';
import { isBlank, isWithin } from '@commons/contract/text';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { contributionMenu } from '../reports/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { noteActions } from './gratitude.api.ts';
import { createPosition } from './placement.ts';

const schema = contractSchema(async () =>
  (await import('@commons/contract/gratitude/schemas')).noteInput.pick({ content: true }),
);

type NoteDialogProps = DialogState & {
  viewer: CurrentUser;
  /** The note to edit. Without one, the dialog adds a note. */
  item?: Note;
  onPosted?: (noteId: string) => void;
};

export function NoteDialog({ viewer, item: note, onPosted, ...dialog }: NoteDialogProps) {
  const name = note ? `note-edit:${note.id}` : 'note';
  const save = noteActions.useSave(note?.id);
  const form = useContractForm({
    schema,
    original: { content: note?.content ?? '' },
    draft: draftKey(viewer.id, name),
    subject: note && editSubject('note', note.id),
    submit: async ({ content }, idempotencyKey) => {
      const { positionX, positionY, rotation } = note ?? createPosition(idempotencyKey, noteLimits);
      const input = { content, positionX, positionY, rotation };
      const { id } = await save.mutateAsync({ input, idempotencyKey });
      onPosted?.(id);
      dialog.onOpenChange(false);
    },
  });
  const { content } = form.values;
  return (
    <FormDialog
      {...dialog}
      form={form}
      canSubmit={!isBlank(content) && isWithin(content, noteLimits.characters, 'graphemes')}
      {...(note
        ? { title: 'Edit Note' }
        : {
            title: 'Add Gratitude',
            description: 'One thing, in a few words, that made the day a little lighter.',
            submitLabel: 'Post',
            pendingLabel: 'Posting...',
          })}
    >
      <TextArea
        label="I am grateful for"
        minRows={5}
        placeholder="The bus that waited, a call from a friend, warm bread…"
        className="rounded-small! border-note-ink/60! bg-note-1! p-4! text-note-ink! [--frame:calc(2rem+2px)]! placeholder:text-note-ink/70!"
        submitOn="command-enter"
        {...form.field('content')}
        limit={{ max: noteLimits.characters, countedIn: 'graphemes' }}
      />
      <AuthorSupport draft={name} />
    </FormDialog>
  );
}

export const NoteMenu = contributionMenu('note', noteActions, NoteDialog);
