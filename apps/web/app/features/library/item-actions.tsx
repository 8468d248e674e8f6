import { libraryLimits } from '@commons/contract/library';
import { isBlank } from '@commons/contract/text';
import type { z } from 'zod';
import { contractSchema, readTypedFields, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { type PictureKind, usePictureChoice } from '../../lib/picture-choice.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { addingTexts, FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState, LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { PictureChoice } from '../../ui/picture-choice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { externalUrl } from '../player/index.ts';
import { libraryActions, type LibraryItem, type LibraryValues } from './library.api.ts';
import type { Shelf } from './shelves.ts';

type ItemMenuProps = LazyMenuProps & { shelf: Shelf; item: LibraryItem; viewerId: string };

export function ItemMenu({ shelf, item, viewerId, ...menu }: ItemMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun={shelf.noun}
      can={item.can}
      renderEditor={(dialog) => <ItemDialog {...dialog} shelf={shelf} item={item} memberId={viewerId} />}
      deletion={libraryActions[shelf.kind].useDelete(item.id)}
      deletionEffect="It disappears for everyone."
    />
  );
}

const loadSchemas = () => import('@commons/contract/library/schemas');
const asFormSchema = (schema: unknown) => schema as z.ZodType<LibraryValues, LibraryValues>;
const schemas = {
  book: contractSchema(async () => asFormSchema((await loadSchemas()).bookChange)),
  podcast: contractSchema(async () => asFormSchema((await loadSchemas()).podcastChange)),
};

/** Form values by field name. */
const fieldTextsOf = (shelf: Shelf, item: LibraryItem | undefined): Partial<Record<keyof LibraryValues, string>> => ({
  title: item?.title ?? '',
  ...(shelf.kind === 'book' && { author: item?.author ?? '' }),
  description: item?.description ?? '',
  [shelf.coverField]: externalUrl(item?.coverUrl),
  [shelf.linkField]: item?.link ?? '',
});

type ItemDialogProps = DialogState & {
  shelf: Shelf;
  /** The item to edit. Without one, the dialog adds an item. */
  item?: LibraryItem;
  memberId: string;
};

export function ItemDialog({ shelf, item, memberId, ...dialog }: ItemDialogProps) {
  const { kind, coverField, linkField, linkFieldLabel } = shelf;
  const draft = draftKey(memberId, item ? `${kind}-edit:${item.id}` : kind);
  const original = fieldTextsOf(shelf, item);
  const cover = usePictureChoice('cover', () =>
    ['', original[coverField]].includes(readTypedFields(draft, original)[coverField])
      ? item
        ? 'keep'
        : 'none'
      : 'url',
  );
  const save = libraryActions[kind].useSave(item?.id);
  const form = useContractForm({
    schema: schemas[kind],
    original,
    draft,
    subject: item && editSubject(kind, item.id),
    files: [cover],
    submit: async ({ [coverField]: url, ...texts }, idempotencyKey) => {
      await save.mutateAsync({
        idempotencyKey,
        input: async () => ({ ...texts, [coverField]: await cover.resolveUrl(url) }),
      });
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      canSubmit={!isBlank(form.values.title ?? '')}
      {...(item ? { title: `Edit ${shelf.noun}` } : addingTexts(shelf.noun))}
    >
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...form.field('title')}
        limit={{ max: libraryLimits.titleCharacters }}
      />
      {kind === 'book' && (
        <TextField
          label="Author"
          autoComplete="off"
          isOptional
          {...form.field('author')}
          limit={{ max: libraryLimits.authorCharacters }}
        />
      )}
      <TextArea
        label="Description"
        isOptional
        hint="A sentence or two about what it is and who it may help."
        minRows={3}
        {...form.field('description')}
        limit={{ max: libraryLimits.descriptionCharacters }}
      />
      <PictureChoice
        picture={cover}
        kinds={coverKinds(item)}
        hasGeneratedCover={item?.coverUrl === null}
        isDisabled={form.isSubmitting}
        shapeHint={shelf.coverShapeHint}
        address={() => form.field(coverField)}
        onKindChange={() => form.form.unregister(coverField)}
      />
      <TextField
        label={linkFieldLabel}
        type="url"
        inputMode="url"
        isOptional
        placeholder="https://"
        {...form.field(linkField)}
      />
    </FormDialog>
  );
}

const coverKinds = (item: LibraryItem | undefined): PictureKind[] => {
  if (!item) return ['none', 'file', 'url'];
  return item.coverUrl === null ? ['keep', 'file', 'url'] : ['keep', 'none', 'file', 'url'];
};
