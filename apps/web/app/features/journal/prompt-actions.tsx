import {
  type JournalPrompt,
  type JournalPromptInput,
  generalCategoryId,
  journalLimits,
} from '@commons/contract/journal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedFields } from '../../lib/typed-fields.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Select } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { categoriesQuery, useAddPrompt, useDeletePrompt, useUpdatePrompt } from './journal.api.ts';

export function PromptMenu({ prompt, ...menu }: LazyMenuProps & { prompt: JournalPrompt }) {
  return (
    <OptionsMenu
      {...menu}
      noun="Prompt"
      can={prompt.can}
      renderEditor={(dialog) => <PromptDialog {...dialog} prompt={prompt} />}
      deletion={useDeletePrompt(prompt.id)}
      deletionEffect="Members keep the entries they wrote for it."
    />
  );
}

type PromptDialogProps = {
  /** The prompt to edit. Without it, a new one is added. */
  prompt?: JournalPrompt;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

const schema = contractSchema(async () => (await import('@commons/contract/journal/schemas')).journalPromptInput);
const fields = ['prompt', 'categoryId'] as const;

export function PromptDialog({ prompt, isOpen, onOpenChange }: PromptDialogProps) {
  const { data: categories = [] } = useQuery(categoriesQuery);
  const add = useAddPrompt();
  const update = useUpdatePrompt(prompt?.id ?? '');
  const [initial] = useState({ prompt: prompt?.prompt ?? '', categoryId: prompt?.categoryId ?? generalCategoryId });
  const form = useContractForm({
    schema,
    fields,
    defaultValues: initial,
    submit: async (input: JournalPromptInput, idempotencyKey) => {
      if (prompt) await update.mutateAsync(input);
      else await add.mutateAsync({ input, idempotencyKey });
      onOpenChange(false);
      return null;
    },
  });
  useUnsavedFields(prompt && editSubject('prompt', prompt.id), { prompt: initial.prompt }, form.form);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={prompt ? 'Edit Prompt' : 'Add Prompt'}
      description={
        prompt
          ? 'Existing entries keep the prompt they answered.'
          : 'A question that people can answer even on a hard day.'
      }
      submitLabel={prompt ? 'Save' : 'Add Prompt'}
      pendingLabel={prompt ? 'Saving...' : 'Adding...'}
      isPending={form.isSubmitting}
    >
      {(id) => (
        <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
          <TextArea
            label="Prompt"
            required
            minRows={2}
            submitOn="enter"
            {...form.field('prompt')}
            defaultValue={initial.prompt}
            limit={{ max: journalLimits.promptCharacters }}
          />
          <Select
            label="Category"
            options={categories.map(({ id: categoryId, name }) => ({ value: String(categoryId), label: name }))}
            {...form.field('categoryId')}
            {...form.form.register('categoryId', { setValueAs: Number })}
          />
        </ContractForm>
      )}
    </DialogForm>
  );
}
