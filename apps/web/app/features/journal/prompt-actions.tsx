import { generalCategoryId, journalLimits } from '@commons/contract/journal';
import type { JournalCategory, JournalPrompt } from '@commons/contract/journal/schemas';
import { useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FolderPlus } from 'lucide-react';
import { useState } from 'react';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Select } from '../../ui/choices.tsx';
import { addingTexts, FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState, LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LazyCsvDialog } from '../csv/index.ts';
import { categoriesQuery, categoryActions, promptActions } from './journal.api.ts';

export function PromptMenu({ prompt, ...menu }: LazyMenuProps & { prompt: JournalPrompt }) {
  return (
    <OptionsMenu
      {...menu}
      noun="Prompt"
      can={prompt.can}
      renderEditor={(dialog) => <PromptDialog {...dialog} prompt={prompt} />}
      deletion={promptActions.useDelete(prompt.id)}
      deletionEffect="Members keep the entries they wrote for it."
    />
  );
}

type PromptDialogProps = DialogState & {
  /** The prompt to edit. Without it, a new one is added. */
  prompt?: JournalPrompt;
};

const promptSchema = contractSchema(
  async () => (await import('@commons/contract/journal/schemas')).journalPromptInput,
  (values) => ({ ...values, categoryId: Number(values['categoryId']) }),
);

export function PromptDialog({ prompt, ...dialog }: PromptDialogProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const save = promptActions.useSave(prompt?.id);
  const form = useContractForm({
    schema: promptSchema,
    original: { prompt: prompt?.prompt ?? '', categoryId: prompt?.categoryId ?? generalCategoryId },
    subject: prompt && editSubject('prompt', prompt.id),
    submit: async (input, idempotencyKey) => {
      await save.mutateAsync({ input, idempotencyKey });
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      {...(prompt
        ? { title: 'Edit Prompt', description: 'Existing entries keep the prompt they answered.' }
        : { ...addingTexts('Prompt'), description: 'A question that people can answer even on a hard day.' })}
    >
      <TextArea
        label="Prompt"
        required
        minRows={2}
        submitOn="enter"
        {...form.field('prompt')}
        limit={{ max: journalLimits.promptCharacters }}
      />
      <Select
        label="Category"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.field('categoryId')}
      />
    </FormDialog>
  );
}

/** Less common actions of admins. */
export function PromptsMenu({ onImported, ...menu }: LazyMenuProps & { onImported: () => void }) {
  const [openDialog, setOpenDialog] = useState<'category' | 'csv'>();
  const dialog = { isOpen: true, onOpenChange: (isOpen: boolean) => setOpenDialog(isOpen ? openDialog : undefined) };
  return (
    <>
      <Menu {...menu}>
        <MenuItem icon={FolderPlus} onSelect={() => setOpenDialog('category')}>
          Add Category
        </MenuItem>
        <MenuItem icon={FileSpreadsheet} onSelect={() => setOpenDialog('csv')}>
          Import or export
        </MenuItem>
      </Menu>
      {openDialog === 'category' && <CategoryDialog {...dialog} />}
      {openDialog === 'csv' && (
        <LazyCsvDialog {...dialog} kind="journal-prompts" title="Journal Prompts" onImported={onImported} />
      )}
    </>
  );
}

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

const categorySchema = contractSchema(
  async () => (await import('@commons/contract/journal/schemas')).journalCategoryInput,
);

export function CategoryDialog({ category, ...dialog }: CategoryDialogProps) {
  const save = categoryActions.useSave(category?.id);
  const form = useContractForm({
    schema: categorySchema,
    original: { name: category?.name ?? '', description: category?.description ?? '' },
    subject: category && editSubject('category', String(category.id)),
    submit: async (input, idempotencyKey) => {
      await save.mutateAsync({ input, idempotencyKey });
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      {...(category
        ? { title: 'Edit Category' }
        : {
            ...addingTexts('Category'),
            description: 'A theme that prompts have in common, such as rest or friendship.',
          })}
    >
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
        hint="Members read it when they choose the category."
        {...form.field('description')}
        limit={{ max: journalLimits.categoryDescriptionCharacters }}
      />
    </FormDialog>
  );
}
