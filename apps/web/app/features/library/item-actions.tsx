import { libraryLimits } from '@commons/contract/library';
import { isBlank } from '@commons/contract/text';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { clearDraft, draftKey, idempotencyKeyOf } from '../../lib/drafts.ts';
import { readTypedFields, useTypedFields } from '../../lib/typed-fields.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { PictureChoice, type PictureKind, usePictureChoice } from '../../ui/picture-choice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isOwnUrl } from '../player/index.ts';
import { saveMutation, useDeleteItem } from './library.api.ts';
import { type LibraryItem, type LibraryKind, type LibraryValues, type Shelf, capitalizedNoun } from './shelves.ts';

type ItemMenuProps = LazyMenuProps & { shelf: Shelf; item: LibraryItem; viewerId: string };

export function ItemMenu({ shelf, item, viewerId, ...menu }: ItemMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun={capitalizedNoun(shelf)}
      can={item.can}
      renderEditor={(dialog) => <ItemDialog {...dialog} shelf={shelf} item={item} memberId={viewerId} />}
      deletion={useDeleteItem(shelf, item.id)}
      deletionEffect="It disappears for everyone."
    />
  );
}

/** Form values by field name. */
type FieldTexts = Record<string, string>;

const loadSchemas = () => import('@commons/contract/library/schemas');
const asFormSchema = (schema: unknown) => schema as z.ZodType<LibraryValues, LibraryValues>;
const schemas = {
  book: contractSchema(async () => asFormSchema((await loadSchemas()).bookChange)),
  podcast: contractSchema(async () => asFormSchema((await loadSchemas()).podcastChange)),
};

const fieldTextsOf = ({ kind, coverField, linkField }: Shelf, item: LibraryItem | undefined): FieldTexts => ({
  title: item?.title ?? '',
  ...(kind === 'book' && { author: item?.author ?? '' }),
  description: item?.description ?? '',
  [coverField]: item?.coverUrl && !isOwnUrl(item.coverUrl) ? item.coverUrl : '',
  [linkField]: item?.link ?? '',
});

type ItemDialogProps = {
  shelf: Shelf;
  /** The item to edit. Without one, the dialog adds an item. */
  item?: LibraryItem;
  memberId: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Adds or edits an item. Closing the dialog keeps the draft, and Cancel discards it. */
export function ItemDialog({ shelf, item, memberId, isOpen, onOpenChange }: ItemDialogProps) {
  const draft = draftKey(memberId, item ? `${shelf.kind}-edit:${item.id}` : shelf.kind);
  const itemForm = useItemForm({ shelf, item, draft, onSaved: () => onOpenChange(false) });
  const { isSendable, isSubmitting } = itemForm;
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`${item ? 'Edit' : 'Add'} ${capitalizedNoun(shelf)}`}
      submitLabel={item ? 'Save' : `Add ${capitalizedNoun(shelf)}`}
      pendingLabel={item ? 'Saving...' : 'Adding...'}
      isSendable={isSendable}
      isPending={isSubmitting}
      onCancel={() => clearDraft(draft)}
    >
      {(id) => <ItemForm id={id} shelf={shelf} item={item} {...itemForm} />}
    </DialogForm>
  );
}

type ItemFormOptions = { shelf: Shelf; item: LibraryItem | undefined; draft: string; onSaved: () => void };

function useItemForm({ shelf, item, draft, onSaved }: ItemFormOptions) {
  const { coverField } = shelf;
  const [original] = useState(() => fieldTextsOf(shelf, item));
  const [initial] = useState(() => readTypedFields(draft, original));
  const isUrlEntered = !['', original[coverField]].includes(initial[coverField]);
  const cover = usePictureChoice('cover', isUrlEntered ? 'url' : item ? 'keep' : 'none');
  const save = useMutation(saveMutation(shelf, item));
  const form = useContractForm<LibraryValues, LibraryValues>({
    schema: schemas[shelf.kind],
    fields: Object.keys(original) as (keyof LibraryValues)[],
    defaultValues: initial,
    onInvalid: cover.markSubmitted,
    submit: async (input) => {
      cover.markSubmitted();
      if (!cover.isReady) return null;
      const { [coverField]: url, ...texts } = input;
      await save.mutateAsync({
        idempotencyKey: idempotencyKeyOf(draft, JSON.stringify([texts, cover.key, url])),
        values: async () => ({ ...texts, [coverField]: await cover.resolveUrl(url) }),
      });
      clearDraft(draft);
      onSaved();
      return null;
    },
  });
  useTypedFields(draft, original, form.form, item && editSubject(shelf.noun, item.id));
  const title = useWatch({ control: form.form.control, name: 'title' });
  return { form, initial, cover, isSendable: !isBlank(title ?? ''), isSubmitting: form.isSubmitting };
}

const coverKinds = (item: LibraryItem | undefined): PictureKind[] => {
  if (!item) return ['none', 'file', 'url'];
  return item.coverUrl === null ? ['keep', 'file', 'url'] : ['keep', 'none', 'file', 'url'];
};

type ItemFormProps = Pick<ReturnType<typeof useItemForm>, 'form' | 'initial' | 'cover'> & {
  id: string;
  shelf: Shelf;
  item: LibraryItem | undefined;
};

function ItemForm({ id, shelf, item, form, initial, cover }: ItemFormProps) {
  const { kind, coverField, linkField, linkFieldLabel } = shelf;
  const field = (name: keyof LibraryValues) => ({ ...form.field(name), defaultValue: initial[name] });
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...field('title')}
        limit={{ max: libraryLimits.titleCharacters }}
      />
      {kind === 'book' && (
        <TextField
          label="Author"
          autoComplete="off"
          isOptional
          {...field('author')}
          limit={{ max: libraryLimits.authorCharacters }}
        />
      )}
      <TextArea
        label="Description"
        isOptional
        hint="A sentence or two about what it is and who it may help."
        minRows={3}
        {...field('description')}
        limit={{ max: libraryLimits.descriptionCharacters }}
      />
      <PictureChoice
        picture={cover}
        kinds={coverKinds(item)}
        hasGeneratedCover={item?.coverUrl === null}
        isDisabled={form.isSubmitting}
        shapeHint={coverShapeHints[kind]}
        address={() => field(coverField)}
        onKindChange={() => form.form.unregister(coverField)}
      />
      <TextField
        label={linkFieldLabel}
        type="url"
        inputMode="url"
        isOptional
        placeholder="https://"
        {...field(linkField)}
      />
    </ContractForm>
  );
}

const coverShapeHints: Record<LibraryKind, string> = {
  book: 'upright works best',
  podcast: 'square works best',
};
