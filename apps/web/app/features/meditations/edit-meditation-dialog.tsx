import type { Meditation, MeditationChange } from '@commons/contract/meditations';
import { useState } from 'react';
import { RadioGroup } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isOurs } from '../player/index.ts';
import { MeditationWords } from './meditation-words.tsx';
import { useUpdateMeditation } from './meditations.api.ts';

type EditMeditationDialogProps = {
  meditation: Meditation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

export default function EditMeditationDialog({ meditation, isOpen, onOpenChange }: EditMeditationDialogProps) {
  const [isSaving, setIsSaving] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Edit Meditation"
      description="The audio stays what it is."
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={isSaving}
    >
      {(id) => (
        <EditForm id={id} meditation={meditation} onSavingChange={setIsSaving} onSaved={() => onOpenChange(false)} />
      )}
    </DialogForm>
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/meditations/schemas')).meditationChange);
const fields = ['title', 'description', 'albumCoverUrl'] as const;

type CoverChoice = 'keep' | 'none' | 'url';

type EditFormProps = {
  id: string;
  meditation: Meditation;
  onSavingChange: (isSaving: boolean) => void;
  onSaved: () => void;
};

function EditForm({ id, meditation, onSavingChange, onSaved }: EditFormProps) {
  const { albumCoverUrl: current } = meditation;
  const [choice, setChoice] = useState<CoverChoice>('keep');
  const update = useUpdateMeditation(meditation.id);
  const form = useContractForm({
    schema,
    fields,
    submit: async ({ albumCoverUrl, ...words }: MeditationChange) => {
      onSavingChange(true);
      const cover = { keep: undefined, none: null, url: albumCoverUrl }[choice];
      try {
        await update.mutateAsync({ ...words, ...(cover !== undefined && { albumCoverUrl: cover }) });
        onSaved();
        return null;
      } finally {
        onSavingChange(false);
      }
    },
  });
  const options: { value: CoverChoice; label: string }[] = [
    { value: 'keep', label: current === null ? 'Drawn by us, as it is' : 'As it is' },
    ...(current === null ? [] : [{ value: 'none' as const, label: 'None: we draw one' }]),
    { value: 'url', label: 'Use an external URL' },
  ];
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <MeditationWords field={form.field} initial={meditation} />
      <RadioGroup
        label="Cover"
        options={options}
        value={choice}
        onChange={(next) => {
          // An address that is not wanted any more keeps nobody from saving.
          form.form.unregister('albumCoverUrl');
          setChoice(next);
        }}
      />
      {choice === 'url' && (
        <TextField
          label="Cover URL"
          type="url"
          inputMode="url"
          placeholder="https://"
          {...form.field('albumCoverUrl')}
          defaultValue={current !== null && !isOurs(current) ? current : ''}
        />
      )}
    </ContractForm>
  );
}
