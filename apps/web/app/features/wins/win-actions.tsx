import type { CurrentUser } from '@commons/contract/auth';
import { type Win, type WinCategory, type WinInput, winCategories, winLimits } from '@commons/contract/wins';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearDraft, draftKey, idempotencyKeyOf } from '../../lib/drafts.ts';
import { readTypedFields, useTypedFields } from '../../lib/typed-fields.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Select } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ContributionMenu } from '../reports/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { createWinMutation, useDeleteWin, useUpdateWin, winLists } from './wins.api.ts';

type WinMenuProps = LazyMenuProps & { win: Win; viewer: CurrentUser };

export function WinMenu({ win, viewer, ...menu }: WinMenuProps) {
  const queryClient = useQueryClient();
  return (
    <ContributionMenu
      {...menu}
      subjectType="win"
      contribution={win}
      noun="Win"
      renderEditor={(dialog) => <WinDialog {...dialog} viewer={viewer} win={win} />}
      deletion={useDeleteWin(win.id)}
      onRemoved={() => winLists.remove(queryClient, win.id)}
    />
  );
}

type Values = Record<keyof WinInput, string>;
const fields = ['title', 'content', 'category'] as const;
const blank: Values = { title: '', content: '', category: '' };

const textsOf = ({ title, content, category }: Win): Values => ({ title, content, category });

type WinDialogProps = {
  viewer: CurrentUser;
  /** The win to edit. Without one, the dialog shares a new win. */
  win?: Win;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closing keeps the draft; only Cancel discards it. */
export function WinDialog({ viewer, win, isOpen, onOpenChange }: WinDialogProps) {
  const [isSending, setIsSending] = useState(false);
  const key = draftKey(viewer.id, win ? `win-edit:${win.id}` : 'win');
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={win ? 'Edit Win' : 'Share a Win'}
      {...(!win && { description: 'It does not have to be big. Others may be glad to read it on a slow day.' })}
      submitLabel={win ? 'Save' : 'Share Win'}
      pendingLabel={win ? 'Saving...' : 'Sharing...'}
      isPending={isSending}
      onCancel={() => clearDraft(key)}
    >
      {(id) => (
        <WinForm id={id} win={win} draft={key} onSendingChange={setIsSending} onSent={() => onOpenChange(false)} />
      )}
    </DialogForm>
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/wins/schemas')).winInput);

type WinFormProps = {
  id: string;
  win: Win | undefined;
  draft: string;
  onSendingChange: (isSending: boolean) => void;
  onSent: () => void;
};

function WinForm({ id, win, draft, onSendingChange, onSent }: WinFormProps) {
  const [original] = useState(() => (win ? textsOf(win) : blank));
  const [initial] = useState(() => readTypedFields(draft, original));
  const create = useMutation(createWinMutation);
  const update = useUpdateWin(win?.id ?? '');
  const form = useContractForm({
    schema,
    fields,
    onPendingChange: onSendingChange,
    // Empty until a category is chosen; the schema rejects it.
    defaultValues: { title: initial.title, content: initial.content, category: initial.category as WinCategory },
    submit: async (input) => {
      if (win) await update.mutateAsync(input);
      else await create.mutateAsync({ win: input, idempotencyKey: idempotencyKeyOf(draft, JSON.stringify(input)) });
      clearDraft(draft);
      onSent();
      return null;
    },
  });
  useTypedFields(draft, original, form.form, win && editSubject('win', win.id));
  const limitedField = (name: 'title' | 'content', max: number) => ({
    ...form.field(name),
    defaultValue: initial[name],
    limit: { max, countedIn: 'graphemes' } as const,
  });
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <TextField label="Title" autoComplete="off" required {...limitedField('title', winLimits.titleCharacters)} />
      <TextArea label="Details" minRows={4} required {...limitedField('content', winLimits.detailsCharacters)} />
      <Select label="Category" required options={options} {...form.field('category')} />
      <AuthorSupport draft={draft} />
    </ContractForm>
  );
}

const options = [
  { value: '', label: 'Choose a category' },
  ...Object.entries(winCategories).map(([value, label]) => ({ value, label })),
];
