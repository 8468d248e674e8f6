import type { CurrentUser } from '@commons/contract/auth/schemas';
import { winCategories, winLimits } from '@commons/contract/wins';
import type { Win } from '@commons/contract/wins/schemas';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Select } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { contributionMenu } from '../reports/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { winActions } from './wins.api.ts';

const schema = contractSchema(async () => (await import('@commons/contract/wins/schemas')).winInput);

const limit = (max: number) => ({ max, countedIn: 'graphemes' }) as const;

type WinDialogProps = DialogState & {
  viewer: CurrentUser;
  /** The win to edit. Without one, the dialog shares a new win. */
  item?: Win;
};

export function WinDialog({ viewer, item: win, ...dialog }: WinDialogProps) {
  const draft = draftKey(viewer.id, win ? `win-edit:${win.id}` : 'win');
  const save = winActions.useSave(win?.id);
  const form = useContractForm({
    schema,
    // Without a category until one is chosen; the schema rejects it.
    original: { title: win?.title ?? '', content: win?.content ?? '', category: win?.category ?? '' },
    draft,
    subject: win && editSubject('win', win.id),
    choices: ['category'],
    submit: async (input, idempotencyKey) => {
      await save.mutateAsync({ input, idempotencyKey });
      dialog.onOpenChange(false);
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      title={win ? 'Edit Win' : 'Share a Win'}
      {...(!win && {
        description: 'It does not have to be big. Others may be glad to read it on a slow day.',
        submitLabel: 'Share Win',
        pendingLabel: 'Sharing...',
      })}
    >
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...form.field('title')}
        limit={limit(winLimits.titleCharacters)}
      />
      <TextArea
        label="Details"
        minRows={4}
        required
        {...form.field('content')}
        limit={limit(winLimits.detailsCharacters)}
      />
      <Select label="Category" required options={options} {...form.field('category')} />
      <AuthorSupport draft={draft} />
    </FormDialog>
  );
}

const options = [
  { value: '', label: 'Choose a category' },
  ...Object.entries(winCategories).map(([value, label]) => ({ value, label })),
];

export const WinMenu = contributionMenu('win', winActions, WinDialog);
