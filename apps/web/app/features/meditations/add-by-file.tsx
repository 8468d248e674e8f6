import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { idempotencyKeyOf } from '../../lib/drafts.ts';
import { shrinkPicture } from '../../lib/picture-file.ts';
import { Button } from '../../ui/button.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { UploadProgress } from '../../ui/image-field.tsx';
import { Status } from '../../ui/loading.tsx';
import { PictureChoice, usePictureChoice } from '../../ui/picture-choice.tsx';
import { spokenTime } from '../player/index.ts';
import type { AddFormProps } from './add-by-address.tsx';
import { changeMeditationDraft, readMeditationDraft } from './meditation-draft.ts';
import { MeditationTextFields } from './meditation-text-fields.tsx';
import { addMeditationMutation } from './meditations.api.ts';
import { audioProblem, audioTypes, lengthProblem, useAudioLength } from './upload-files.ts';

const schema = contractSchema(
  async () => (await import('@commons/contract/meditations/schemas')).meditationUploadFields,
);
const fields = ['title', 'description', 'albumCoverUrl'] as const;

const missingAudioError = 'Please choose an audio file';

/** Identifies a file, so that choosing the same file again is the same upload. */
const fileIdentity = (file: File | null) => file && [file.name, file.size, file.lastModified];

/** Form for a meditation with an audio file. The length is read from the file. */
export const AddByFile = ({ id, draft, isSending, onSendingChange, onAdded }: AddFormProps) => {
  const [initial] = useState(() => readMeditationDraft(draft));
  const [audio, setAudio] = useState<File | null>(null);
  const cover = usePictureChoice('cover', initial.albumCoverUrl === '' ? 'none' : 'url');
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const [share, setShare] = useState(0);
  const [isCancelled, setIsCancelled] = useState(false);
  const uploadController = useRef<AbortController | null>(null);
  const seconds = useAudioLength(audio);
  const add = useMutation(addMeditationMutation);

  const audioError =
    audio === null
      ? wasSubmitted
        ? missingAudioError
        : undefined
      : (audioProblem(audio) ?? (seconds === null ? undefined : lengthProblem(seconds)));

  const markSubmitted = () => {
    setWasSubmitted(true);
    cover.markSubmitted();
  };
  const form = useContractForm({
    schema,
    fields,
    onInvalid: markSubmitted,
    submit: async ({ title, description, albumCoverUrl }) => {
      markSubmitted();
      setIsCancelled(false);
      if (audio === null || audioError !== undefined || !cover.isReady) return null;
      const controller = new AbortController();
      uploadController.current = controller;
      const textFields = {
        title,
        description,
        ...(cover.kind === 'url' && albumCoverUrl ? { albumCoverUrl } : undefined),
      };
      const files = { ...(cover.file && { coverFile: await shrinkPicture(cover.file) }), audioFile: audio };
      setShare(0);
      onSendingChange(true);
      try {
        await add.mutateAsync({
          idempotencyKey: idempotencyKeyOf(
            draft,
            JSON.stringify([textFields, fileIdentity(audio), fileIdentity(cover.file)]),
          ),
          source: { parts: { ...textFields, ...files } },
          onProgress: setShare,
          signal: controller.signal,
        });
        onAdded();
      } catch (error) {
        if (!controller.signal.aborted) throw error;
        setIsCancelled(true);
      } finally {
        onSendingChange(false);
      }
      return null;
    },
  });
  const { subscribe } = form.form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { title, description, albumCoverUrl } }) =>
          changeMeditationDraft(draft, {
            title,
            description: description ?? '',
            ...(albumCoverUrl !== undefined && { albumCoverUrl }),
          }),
      }),
    [subscribe, draft],
  );
  const percent = Math.round(share * 100);
  const progress = percent < 100 ? `Uploading, ${percent}%` : 'Reading the file...';
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <MeditationTextFields field={form.field} initial={initial} />
      <FileField
        label="Audio file"
        hint="MP3, WAV, OGG, M4A, AAC (max 50MB)"
        accept={audioTypes}
        isDisabled={isSending}
        error={audioError}
        onChoose={setAudio}
      >
        {audio !== null && audioError === undefined && (
          <Status className="text-sm">
            {seconds === null
              ? 'The length is read from the file after the upload.'
              : `${spokenTime(Math.round(seconds))} long, read from the file.`}
          </Status>
        )}
      </FileField>
      <PictureChoice
        picture={cover}
        kinds={['none', 'file', 'url']}
        isDisabled={isSending}
        shapeHint="square works best"
        address={() => ({ ...form.field('albumCoverUrl'), defaultValue: initial.albumCoverUrl })}
        onKindChange={() => form.form.unregister('albumCoverUrl')}
      />
      {isSending && (
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <UploadProgress share={share} valueText={progress} />
            <p className="mt-1.5 text-xs text-muted tabular-nums">{progress}</p>
          </div>
          <Button variant="secondary" size="small" onClick={() => uploadController.current?.abort()}>
            Cancel upload
          </Button>
        </div>
      )}
      <Status className="text-sm text-muted empty:hidden">
        {isCancelled && !isSending && 'The upload was cancelled. Nothing was saved.'}
      </Status>
    </ContractForm>
  );
};
