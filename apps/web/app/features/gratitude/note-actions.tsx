import type { CurrentUser } from '@commons/contract/auth';
import { type Note, noteLimits } from '@commons/contract/gratitude';
import { isBlank, isWithin } from '@commons/contract/text';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState, LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { createNoteMutation, noteLists, useDeleteNote, useUpdateNote } from './gratitude.api.ts';

type NoteMenuProps = LazyMenuProps & { note: Note; viewer: CurrentUser };

export function NoteMenu({ note, viewer, ...menu }: NoteMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="note"
      contribution={note}
      noun="Note"
      renderEditor={(dialog) => <NoteDialog {...dialog} viewer={viewer} note={note} />}
      deletion={useDeleteNote(note.id)}
      onRemoved={() => noteLists.remove(queryClient, note.id)}
    />
  );
}

const schema = contractSchema(async () =>
  (await import('@commons/contract/gratitude/schemas')).noteInput.pick({ content: true }),
);

type NoteDialogProps = DialogState & {
  viewer: CurrentUser;
  /** The note to edit. Without one, the dialog adds a note. */
  note?: Note;
  onPosted?: (noteId: string) => void;
};

export function NoteDialog({ viewer, note, onPosted, ...dialog }: NoteDialogProps) {
  const name = note ? `note-edit:${note.id}` : 'note';
  const create = useMutation(createNoteMutation);
  const update = useUpdateNote(note?.id ?? '');
  const form = useContractForm({
    schema,
    original: { content: note?.content ?? '' },
    draft: draftKey(viewer.id, name),
    subject: note && editSubject('note', note.id),
    submit: async ({ content }, idempotencyKey) => {
      if (note) await update.mutateAsync({ ...note, content });
      else onPosted?.((await create.mutateAsync({ content, idempotencyKey })).id);
      dialog.onOpenChange(false);
    },
  });
  const { content } = form.values;
  return (
    <FormDialog
      {...dialog}
      form={form}
      isSendable={!isBlank(content) && isWithin(content, noteLimits.characters, 'graphemes')}
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
        minRows={4}
        submitOn="command-enter"
        {...form.field('content')}
        limit={{ max: noteLimits.characters, countedIn: 'graphemes' }}
      />
      <AuthorSupport draft={name} />
    </FormDialog>
  );
}
