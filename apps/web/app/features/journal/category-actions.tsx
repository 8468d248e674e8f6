import { type JournalCategory, journalLimits } from '@commons/contract/journal';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { addingTexts, FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState, LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { categoryActions } from './journal.api.ts';

type CategoryMenuProps = LazyMenuProps & { category: JournalCategory; onDeleted: () => void };

export function CategoryMenu({ category, onDeleted, ...menu }: CategoryMenuProps) {
  return (
    <OptionsMenu
      {...menu}
      noun="Category"
      can={category.can}
      renderEditor={(dialog) => <CategoryDialog {...dialog} category={category} />}
      deletion={categoryActions.useDelete(category.id, onDeleted)}
      deletionEffect="Its prompts move to the first category."
    />
  );
}

type CategoryDialogProps = DialogState & {
  /** The category to edit. Without it, a new one is added. */
  category?: JournalCategory;
};

const schema = contractSchema(async () => (await import('@commons/contract/journal/schemas')).journalCategoryInput);

export function CategoryDialog({ category, ...dialog }: CategoryDialogProps) {
  const save = categoryActions.useSave(category?.id);
  const form = useContractForm({
    schema,
    original: { name: category?.name ?? '', description: category?.description ?? '' },
    subject: category && editSubject('category', String(category.id)),
    submit: async (input, idempotencyKey) => {
      await save.mutateAsync({ input, idempotencyKey });
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog {...dialog} form={form} {...(category ? { title: 'Edit Category' } : addingTexts('Category'))}>
      <TextField
        label="Name"
        autoComplete="off"
        required
        {...form.field('name')}
        limit={{ max: journalLimits.categoryNameCharacters }}
      />
      <TextArea
        label="Description"
        isOptional
        {...form.field('description')}
        limit={{ max: journalLimits.categoryDescriptionCharacters }}
      />
    </FormDialog>
  );
}
