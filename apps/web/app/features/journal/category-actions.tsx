import { type JournalCategory, type JournalCategoryInput, journalLimits } from '@commons/contract/journal';
import { useState } from 'react';
import { useUnsavedFields } from '../../lib/typed-fields.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useAddCategory, useDeleteCategory, useUpdateCategory } from './journal.api.ts';

type CategoryMenuProps = LazyMenuProps & { category: JournalCategory; onDeleted: () => void };

export function CategoryMenu({ category, onDeleted, ...menu }: CategoryMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun="Category"
      can={category.can}
      renderEditor={(dialog) => <CategoryDialog {...dialog} category={category} />}
      deletion={useDeleteCategory(category.id, onDeleted)}
      deletionEffect="Its prompts move to the first category."
    />
  );
}

type CategoryDialogProps = {
  /** The category to edit. Without it, a new one is added. */
  category?: JournalCategory;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

const schema = contractSchema(async () => (await import('@commons/contract/journal/schemas')).journalCategoryInput);
const fields = ['name', 'description'] as const;

export function CategoryDialog({ category, isOpen, onOpenChange }: CategoryDialogProps) {
  const add = useAddCategory();
  const update = useUpdateCategory(category?.id ?? 0);
  const [initial] = useState({ name: category?.name ?? '', description: category?.description ?? '' });
  const form = useContractForm({
    schema,
    fields,
    defaultValues: initial,
    submit: async (input: JournalCategoryInput, idempotencyKey) => {
      if (category) await update.mutateAsync(input);
      else await add.mutateAsync({ input, idempotencyKey });
      onOpenChange(false);
      return null;
    },
  });
  useUnsavedFields(category && editSubject('category', String(category.id)), initial, form.form);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={category ? 'Edit Category' : 'Add Category'}
      submitLabel={category ? 'Save' : 'Add Category'}
      pendingLabel={category ? 'Saving...' : 'Adding...'}
      isPending={form.isSubmitting}
    >
      {(id) => (
        <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
          <TextField
            label="Name"
            autoComplete="off"
            required
            {...form.field('name')}
            defaultValue={initial.name}
            limit={{ max: journalLimits.categoryNameCharacters }}
          />
          <TextArea
            label="Description"
            isOptional
            {...form.field('description')}
            defaultValue={initial.description}
            limit={{ max: journalLimits.categoryDescriptionCharacters }}
          />
        </ContractForm>
      )}
    </DialogForm>
  );
}
