import type { MeditationInput } from '@commons/contract/meditations';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { idempotencyKeyOf } from '../../lib/drafts.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { PictureChoice, usePictureChoice } from '../../ui/picture-choice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { changeMeditationDraft, readMeditationDraft } from './meditation-draft.ts';
import { MeditationTextFields } from './meditation-text-fields.tsx';
import { addMeditationMutation } from './meditations.api.ts';

export type AddFormProps = {
  id: string;
  /** Key of the draft. */
  draft: string;
  isSending: boolean;
  onSendingChange: (isSending: boolean) => void;
  onAdded: () => void;
};

const schema = contractSchema(async () => (await import('@commons/contract/meditations/schemas')).meditationInput);
const fields = ['title', 'description', 'audioUrl', 'albumCoverUrl', 'duration'] as const;

export const minutesToSeconds = (minutes: string): number =>
  /^\d+$/.test(minutes.trim()) ? Number(minutes) * 60 : Number.NaN;

export const wholeMinutesError = 'Please enter whole minutes, at least 1.';

/** Form for a meditation with audio on another site. The admin enters its length. */
export const AddByAddress = ({ id, draft, isSending, onSendingChange, onAdded }: AddFormProps) => {
  const [initial] = useState(() => readMeditationDraft(draft));
  const cover = usePictureChoice('cover', initial.albumCoverUrl === '' ? 'none' : 'url');
  const add = useMutation(addMeditationMutation);
  const form = useContractForm({
    schema,
    fields,
    onInvalid: cover.markSubmitted,
    submit: async ({ albumCoverUrl: address, ...otherFields }: MeditationInput) => {
      cover.markSubmitted();
      if (!cover.isReady) return null;
      onSendingChange(true);
      try {
        await add.mutateAsync({
          idempotencyKey: idempotencyKeyOf(draft, JSON.stringify([otherFields, cover.key, address])),
          source: { input: async () => ({ ...otherFields, albumCoverUrl: (await cover.resolveUrl(address)) ?? null }) },
          onProgress: () => undefined,
          signal: new AbortController().signal,
        });
        onAdded();
        return null;
      } finally {
        onSendingChange(false);
      }
    },
  });
  const { register, subscribe } = form.form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { title, description, audioUrl, albumCoverUrl, duration } }) =>
          changeMeditationDraft(draft, {
            title,
            description: description ?? '',
            audioUrl,
            ...(albumCoverUrl != null && { albumCoverUrl }),
            ...(typeof duration === 'number' && Number.isFinite(duration) && { minutes: String(duration / 60) }),
          }),
      }),
    [subscribe, draft],
  );
  const durationField = form.field('duration');
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <MeditationTextFields field={form.field} initial={initial} />
      <TextField
        label="Audio URL"
        type="url"
        inputMode="url"
        required
        readOnly={isSending}
        placeholder="https://"
        hint="Members are asked before their browser loads anything from another site."
        {...form.field('audioUrl')}
        defaultValue={initial.audioUrl}
      />
      <TextField
        label="Duration (minutes)"
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        required
        {...durationField}
        {...register('duration', { setValueAs: minutesToSeconds })}
        defaultValue={initial.minutes}
        error={durationField.error?.startsWith('Invalid') ? wholeMinutesError : durationField.error}
      />
      <PictureChoice
        picture={cover}
        kinds={['none', 'file', 'url']}
        isDisabled={isSending}
        shapeHint="square works best"
        address={() => ({ ...form.field('albumCoverUrl'), defaultValue: initial.albumCoverUrl })}
        onKindChange={() => form.form.unregister('albumCoverUrl')}
      />
    </ContractForm>
  );
};
