import { meditationLimits, meditationThemes } from '@commons/contract/meditations';
import type { Meditation, MeditationChange } from '@commons/contract/meditations/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { contractSchema, readTypedFields, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { type PictureKind, usePictureChoice } from '../../lib/picture-choice.ts';
import { shrinkPicture } from '../../lib/picture-file.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { RadioGroup, Select } from '../../ui/choices.tsx';
import { addingTexts, FormDialog } from '../../ui/contract-form.tsx';
import { FileField } from '../../ui/file-field.tsx';
import type { DialogState, LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { Status } from '../../ui/loading.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { PictureChoice } from '../../ui/picture-choice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UploadStatus } from '../../ui/upload-status.tsx';
import { closePlayer, externalUrl, readPlayer, spokenTime } from '../player/index.ts';
import { themeLabels } from './filter-row.tsx';
import { addMeditationMutation, useDeleteMeditation, useUpdateMeditation } from './meditations.api.ts';
import { audioProblem, audioTypes, lengthProblem, useAudioLength } from './upload-files.ts';

type AudioKind = 'keep' | 'file' | 'url';

const minutesToSeconds = (minutes: unknown): number =>
  /^\d+$/.test(String(minutes).trim()) ? Number(minutes) * 60 : Number.NaN;

/** The fields of the choices that are selected. Hidden fields must not block the form. */
const parse = ({
  title,
  teacher,
  theme,
  description,
  audioKind,
  audioUrl,
  duration,
  coverKind,
  albumCoverUrl,
}: FieldValues) => ({
  title,
  teacher,
  theme: theme === '' ? null : theme,
  description,
  ...(audioKind === 'url' && { audioUrl, duration: minutesToSeconds(duration) }),
  ...(coverKind === 'url' && { albumCoverUrl }),
});

const loadSchemas = () => import('@commons/contract/meditations/schemas');
const uploadSchema = contractSchema<MeditationChange>(
  async () => (await loadSchemas()).meditationUploadFields,
  (values) => {
    const fields = parse(values);
    return { ...fields, theme: fields.theme ?? '' };
  },
);
const inputSchema = contractSchema<MeditationChange>(async () => (await loadSchemas()).meditationInput, parse);
const changeSchema = contractSchema<MeditationChange>(async () => (await loadSchemas()).meditationChange, parse);

const valuesOf = (meditation: Meditation | undefined) => ({
  title: meditation?.title ?? '',
  teacher: meditation?.teacher ?? '',
  theme: meditation?.theme ?? '',
  description: meditation?.description ?? '',
  audioKind: (meditation ? 'keep' : 'file') as AudioKind,
  audioUrl: externalUrl(meditation?.audioUrl),
  duration: String(Math.round((meditation?.duration ?? meditationLimits.defaultSeconds) / 60)),
  coverKind: (meditation ? 'keep' : 'none') as PictureKind,
  albumCoverUrl: externalUrl(meditation?.albumCoverUrl),
});

const audioOptions = {
  add: [
    { value: 'file', label: 'Upload a file' },
    { value: 'url', label: 'Use an external URL' },
  ],
  edit: [
    { value: 'keep', label: 'Keep the current audio' },
    { value: 'file', label: 'Upload another file' },
    { value: 'url', label: 'Use an external URL' },
  ],
} as const;

const audioHint = 'MP3, WAV, OGG, M4A, AAC (max 50MB)';

const themeOptions = [
  { value: '', label: 'None' },
  ...meditationThemes.map((value) => ({ value, label: themeLabels[value] })),
];

const coverKindsOf = (meditation: Meditation | undefined): PictureKind[] => {
  if (!meditation) return ['none', 'file', 'url'];
  return meditation.albumCoverUrl === null ? ['keep', 'file', 'url'] : ['keep', 'none', 'file', 'url'];
};

type MeditationDialogProps = DialogState & {
  memberId: string;
  /** The meditation to edit. Without one, the dialog adds one. */
  meditation?: Meditation;
};

/** Adds or edits a meditation. Its audio is a file, or on another site: then the admin enters its length. */
export function MeditationDialog({ memberId, meditation, ...dialog }: MeditationDialogProps) {
  const draft = draftKey(memberId, meditation ? `meditation-edit:${meditation.id}` : 'meditation');
  const [original] = useState(() => valuesOf(meditation));
  const [initial] = useState(() => readTypedFields(draft, original));
  const [audioKind, setAudioKind] = useState(initial.audioKind);
  const audio = useAudioFile(audioKind);
  const cover = usePictureChoice('cover', initial.coverKind);
  const audioUpload = useUpload();
  const add = useMutation(addMeditationMutation);
  const update = useUpdateMeditation(meditation?.id ?? '');
  const form = useContractForm({
    schema: meditation ? changeSchema : audioKind === 'file' ? uploadSchema : inputSchema,
    original,
    draft,
    subject: meditation && editSubject('meditation', meditation.id),
    choices: ['audioKind', 'coverKind'],
    files: [audio, cover],
    submit: async ({ albumCoverUrl, ...fields }, idempotencyKey) => {
      const resolveCover = async () => {
        const coverUrl = await cover.resolveUrl(albumCoverUrl);
        return { ...fields, ...(coverUrl !== undefined && { albumCoverUrl: coverUrl }) };
      };
      const { file: audioFile } = audio;
      if (meditation) await update.mutateAsync({ audioFile, change: resolveCover });
      else if (audioFile === null) await add.mutateAsync({ idempotencyKey, input: resolveCover });
      else {
        const { title, description, teacher, theme } = fields;
        const coverPart = cover.file
          ? { coverFile: await shrinkPicture(cover.file) }
          : albumCoverUrl && { albumCoverUrl };
        const texts = { title, description, teacher: teacher ?? '', theme: theme ?? '' };
        const parts = { ...texts, ...coverPart, audioFile };
        await audioUpload.run((options) => add.mutateAsync({ idempotencyKey, parts, ...options }));
      }
      dialog.onOpenChange(false);
    },
  });
  const durationField = form.field('duration');
  return (
    <FormDialog {...dialog} form={form} {...(meditation ? { title: 'Edit Meditation' } : addingTexts('Meditation'))}>
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...form.field('title')}
        limit={{ max: meditationLimits.titleCharacters }}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Teacher"
          isOptional
          autoComplete="off"
          {...form.field('teacher')}
          limit={{ max: meditationLimits.teacherCharacters }}
        />
        <Select label="Theme" isOptional options={themeOptions} {...form.field('theme')} />
      </div>
      <TextArea
        label="Description"
        isOptional
        hint="What it is and how to do it. Line breaks are kept."
        minRows={4}
        maxRows={10}
        {...form.field('description')}
        limit={{ max: meditationLimits.descriptionCharacters }}
      />
      <RadioGroup<AudioKind>
        label={meditation ? 'Audio' : 'Audio source'}
        options={audioOptions[meditation ? 'edit' : 'add']}
        value={audioKind}
        readOnly={form.isSubmitting}
        onChange={(kind) => {
          setAudioKind(kind);
          form.form.setValue('audioKind', kind);
        }}
      />
      {/* Hidden rather than unmounted: a page cannot refill a file input, and the admin may come back to it. */}
      <div hidden={audioKind !== 'file'}>
        <FileField
          label="Audio file"
          hint={`${audioHint}, at least one minute`}
          accept={audioTypes}
          isDisabled={form.isSubmitting}
          error={audio.error}
          onChoose={audio.choose}
        >
          {audio.lengthText !== undefined && <Status className="text-sm">{audio.lengthText}</Status>}
        </FileField>
      </div>
      {audioKind === 'url' && (
        <>
          <TextField
            label="Audio URL"
            type="url"
            inputMode="url"
            required
            placeholder="https://"
            hint="Members are asked before their browser loads anything from another site."
            {...form.field('audioUrl')}
          />
          <TextField
            label="Duration (minutes)"
            type="number"
            inputMode="numeric"
            min={meditationLimits.minimumSeconds / 60}
            step={1}
            required
            {...durationField}
            error={
              durationField.error?.startsWith('Invalid')
                ? 'Please enter whole minutes, at least 1.'
                : durationField.error
            }
          />
        </>
      )}
      <PictureChoice
        picture={cover}
        kinds={coverKindsOf(meditation)}
        hasGeneratedCover={meditation?.albumCoverUrl === null}
        isDisabled={form.isSubmitting}
        shapeHint="square works best"
        address={() => form.field('albumCoverUrl')}
        onKindChange={(kind) => form.form.setValue('coverKind', kind)}
      />
      <UploadStatus
        upload={audioUpload}
        finishingText="Reading the file..."
        cancelledText="The upload was cancelled. Nothing was saved."
      />
    </FormDialog>
  );
}

/** State of the audio file in the form. Its length is read from the file. */
function useAudioFile(kind: AudioKind) {
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const seconds = useAudioLength(file);
  const problem =
    file === null
      ? 'Please choose an audio file'
      : (audioProblem(file) ?? (seconds === null ? undefined : lengthProblem(seconds)));
  const isChosen = kind === 'file' && file !== null;
  return {
    file: isChosen ? file : null,
    choose: setFile,
    isReady: kind !== 'file' || problem === undefined,
    error: isChosen || (kind === 'file' && wasSubmitted) ? problem : undefined,
    lengthText:
      isChosen && problem === undefined
        ? seconds === null
          ? 'The length is read from the file after the upload.'
          : `${spokenTime(Math.round(seconds))} long, read from the file.`
        : undefined,
    markSubmitted: () => setWasSubmitted(true),
    key: isChosen && [file.name, file.size, file.lastModified],
  };
}

type MeditationMenuProps = LazyMenuProps & { meditation: Meditation; memberId: string; onDeleted: () => void };

export function MeditationMenu({ meditation, memberId, onDeleted, ...menu }: MeditationMenuProps) {
  const deletion = useDeleteMeditation(meditation.id, () => {
    if (readPlayer().meditation?.id === meditation.id) closePlayer();
    onDeleted();
  });
  return (
    <OptionsMenu
      {...menu}
      noun="Meditation"
      can={meditation.can}
      renderEditor={(dialog) => <MeditationDialog {...dialog} memberId={memberId} meditation={meditation} />}
      deletion={deletion}
      deletionEffect="Its comments go with it. Members keep the points they earned."
    />
  );
}
