import { libraryLimits } from '@commons/contract/library';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { clearDraft, draftKey, idempotencyKeyOf, readDraft, writeDraft } from '../../lib/drafts.ts';
import { randomId } from '../../lib/random-id.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { CoverChoice, type CoverKind, useCoverChoice } from '../../ui/cover-choice.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isOurs } from '../player/index.ts';
import { saveMutation, uploadCover } from './library.api.ts';
import { capitalised, type LibraryItem, type LibraryKind, type LibraryValues, type Shelf } from './shelves.ts';

/** What is typed, by the names of the fields. */
type Words = Record<string, string>;

const loadSchemas = () => import('@commons/contract/library/schemas');
const asForm = (schema: unknown) => schema as z.ZodType<LibraryValues, LibraryValues>;
const schemas = {
  book: contractSchema(async () => asForm((await loadSchemas()).bookChange)),
  podcast: contractSchema(async () => asForm((await loadSchemas()).podcastChange)),
};

const wordsOf = ({ coverField, linkField }: Shelf, item: LibraryItem | undefined): Words => ({
  title: item?.title ?? '',
  author: item?.author ?? '',
  description: item?.description ?? '',
  [coverField]: item?.coverUrl && !isOurs(item.coverUrl) ? item.coverUrl : '',
  [linkField]: item?.link ?? '',
});

/** What was typed and not sent yet. */
function readWords(key: string, original: Words): Words {
  try {
    return { ...original, ...(JSON.parse(readDraft(key) ?? '{}') as Words) };
  } catch {
    return original;
  }
}

type ItemDialogProps = {
  shelf: Shelf;
  /** What to change; without it a new one is added. */
  item?: LibraryItem;
  memberId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closing it keeps what was typed for the next time; only Cancel throws it away. While it is sent, it stays open. */
export default function ItemDialog({ shelf, item, memberId, isOpen, onOpenChange }: ItemDialogProps) {
  const key = draftKey(memberId, item ? `${shelf.kind}-edit:${item.id}` : shelf.kind);
  const [original] = useState(() => wordsOf(shelf, item));
  const [initial] = useState(() => readWords(key, original));
  const [isSending, setIsSending] = useState(false);
  const [hasTitle, setHasTitle] = useState(initial['title']?.trim() !== '');
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!isSending) onOpenChange(next);
      }}
      title={`${item ? 'Edit' : 'Add'} ${capitalised(shelf)}`}
      submitLabel={item ? 'Save' : `Add ${capitalised(shelf)}`}
      pendingLabel={item ? 'Saving...' : 'Adding...'}
      isSendable={hasTitle}
      isPending={isSending}
      onCancel={() => clearDraft(key)}
    >
      {(id) => (
        <ItemForm
          id={id}
          shelf={shelf}
          item={item}
          draft={key}
          original={original}
          initial={initial}
          onTitleChange={(title) => setHasTitle(title.trim() !== '')}
          onSendingChange={setIsSending}
          onSaved={() => {
            clearDraft(key);
            onOpenChange(false);
          }}
        />
      )}
    </DialogForm>
  );
}

type ItemFormProps = {
  id: string;
  shelf: Shelf;
  item: LibraryItem | undefined;
  draft: string;
  original: Words;
  initial: Words;
  onTitleChange: (title: string) => void;
  onSendingChange: (isSending: boolean) => void;
  onSaved: () => void;
};

const fieldsOf = ({ kind, coverField, linkField }: Shelf): (keyof LibraryValues)[] => [
  'title',
  ...(kind === 'book' ? (['author'] as const) : []),
  'description',
  coverField,
  linkField,
];

const coverKinds = (item: LibraryItem | undefined): CoverKind[] => {
  if (!item) return ['none', 'file', 'url'];
  return item.coverUrl === null ? ['keep', 'file', 'url'] : ['keep', 'none', 'file', 'url'];
};

function ItemForm(props: ItemFormProps) {
  const { id, shelf, item, draft, original, initial, onTitleChange, onSendingChange, onSaved } = props;
  const { coverField, linkField } = shelf;
  const cover = useCoverChoice(item ? 'keep' : initial[coverField] === '' ? 'none' : 'url');
  const uploadOnce = useUploadOnce();
  const save = useMutation(saveMutation(shelf, item));
  const fields = fieldsOf(shelf);
  const form = useContractForm<LibraryValues, LibraryValues>({
    schema: schemas[shelf.kind],
    fields,
    onInvalid: cover.noteTry,
    submit: async (given) => {
      cover.noteTry();
      if (!cover.isReady) return null;
      const { [coverField]: address, ...words } = given;
      const { file } = cover;
      onSendingChange(true);
      try {
        await save.mutateAsync({
          idempotencyKey: idempotencyKeyOf(draft, JSON.stringify([words, cover.kind, address, nameOf(file)])),
          values: async () => {
            if (cover.kind === 'keep') return words;
            const url = { none: null, file: file && (await uploadOnce(file)), url: address }[cover.kind];
            return { ...words, [coverField]: url };
          },
        });
        onSaved();
        return null;
      } finally {
        onSendingChange(false);
      }
    },
  });
  const { subscribe } = form.form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          onTitleChange(values.title ?? '');
          const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
          if (Object.entries(words).every(([name, value]) => value === original[name])) clearDraft(draft);
          else writeDraft(draft, JSON.stringify(words));
        },
      }),
    [subscribe, draft, original, onTitleChange],
  );
  const field = (name: keyof LibraryValues) => ({ ...form.field(name), defaultValue: initial[name] });
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...field('title')}
        limit={{ max: libraryLimits.titleCharacters, countedIn: 'units' }}
      />
      {fields.includes('author') && (
        <TextField
          label="Author"
          autoComplete="off"
          isOptional
          {...field('author')}
          limit={{ max: libraryLimits.authorCharacters, countedIn: 'units' }}
        />
      )}
      <TextArea
        label="Description"
        isOptional
        hint="A sentence or two about what it is and whom it may help."
        minRows={3}
        {...field('description')}
        limit={{ max: libraryLimits.descriptionCharacters, countedIn: 'units' }}
      />
      <CoverChoice
        cover={cover}
        kinds={coverKinds(item)}
        isDrawn={item?.coverUrl === null}
        shapeHint={shelfShapes[shelf.kind]}
        address={field(coverField)}
        onKindChange={() => form.form.unregister(coverField)}
      />
      <TextField
        label={shelf.linkFieldLabel}
        type="url"
        inputMode="url"
        isOptional
        placeholder="https://"
        {...field(linkField)}
      />
    </ContractForm>
  );
}

const shelfShapes: Record<LibraryKind, string> = {
  book: ', upright works best',
  podcast: ', square works best',
};

/** The same file chosen again is the same cover. */
const nameOf = (file: File | null) => file && [file.name, file.size, file.lastModified];

/** Uploads a file once, however often what uses it is tried. */
function useUploadOnce(): (file: File) => Promise<string> {
  const known = useRef<{ file: File; key: string; url: string | null }>(undefined);
  return async (file) => {
    if (known.current?.file !== file) known.current = { file, key: randomId(), url: null };
    const { current } = known;
    current.url ??= await uploadCover(file, current.key);
    return current.url;
  };
}
