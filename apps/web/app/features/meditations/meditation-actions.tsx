import type { Meditation, MeditationChange } from '@commons/contract/meditations';
import { useEffect, useState } from 'react';
import { clearDraft, draftKey, readDraft, writeDraft } from '../../lib/drafts.ts';
import { useUnsavedFields } from '../../lib/typed-fields.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import type { LazyMenuProps } from '../../ui/lazy-opening.tsx';
import { OptionsMenu } from '../../ui/options-menu.tsx';
import { PictureChoice, type PictureKind, usePictureChoice } from '../../ui/picture-choice.tsx';
import { closePlayer, isOwnUrl, readPlayer } from '../player/index.ts';
import { minutesToSeconds, wholeMinutesError } from './add-by-address.tsx';
import { AudioReplacement, useAudioReplacement } from './audio-replacement.tsx';
import { MeditationTextFields } from './meditation-text-fields.tsx';
import { useDeleteMeditation, useUpdateMeditation } from './meditations.api.ts';

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
      renderEditor={(dialog) => <EditMeditationDialog {...dialog} memberId={memberId} meditation={meditation} />}
      deletion={deletion}
      deletionEffect="Its comments go with it. Members keep the points they earned."
    />
  );
}

type EditMeditationDialogProps = {
  memberId: string;
  meditation: Meditation;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closing keeps the draft; only Cancel discards it. */
export function EditMeditationDialog(props: EditMeditationDialogProps) {
  const { memberId, meditation, isOpen, onOpenChange } = props;
  const key = draftKey(memberId, `meditation-edit:${meditation.id}`);
  const [isSaving, setIsSaving] = useState(false);
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Edit Meditation"
      submitLabel="Save"
      pendingLabel="Saving..."
      isPending={isSaving}
      onCancel={() => clearDraft(key)}
    >
      {(id) => (
        <EditForm
          id={id}
          draft={key}
          meditation={meditation}
          onSavingChange={setIsSaving}
          onSaved={() => {
            clearDraft(key);
            onOpenChange(false);
          }}
        />
      )}
    </DialogForm>
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/meditations/schemas')).meditationChange);
const fields = ['title', 'description', 'albumCoverUrl', 'audioUrl', 'duration'] as const;

type Values = { title: string; description: string; choice: PictureKind; address: string };

const valuesOf = ({ title, description, albumCoverUrl: cover }: Meditation): Values => ({
  title,
  description,
  choice: 'keep',
  address: cover !== null && !isOwnUrl(cover) ? cover : '',
});

/** Reads the unsaved draft. */
const readDraftValues = (key: string, original: Values): Values => {
  try {
    return { ...original, ...(JSON.parse(readDraft(key) ?? '{}') as Partial<Values>) };
  } catch {
    return original;
  }
};

const saveDraftValues = (key: string, original: Values, changes: Partial<Values>): void => {
  const values = { ...readDraftValues(key, original), ...changes };
  if (JSON.stringify(values) === JSON.stringify(original)) clearDraft(key);
  else writeDraft(key, JSON.stringify(values));
};

type EditFormProps = {
  id: string;
  draft: string;
  meditation: Meditation;
  onSavingChange: (isSaving: boolean) => void;
  onSaved: () => void;
};

function EditForm({ id, draft, meditation, onSavingChange, onSaved }: EditFormProps) {
  const { albumCoverUrl: currentCover } = meditation;
  const [initial] = useState(() => readDraftValues(draft, valuesOf(meditation)));
  const cover = usePictureChoice('cover', initial.choice);
  const audio = useAudioReplacement();
  const update = useUpdateMeditation(meditation.id);
  const form = useContractForm({
    schema,
    fields,
    onInvalid: () => {
      cover.markSubmitted();
      audio.markSubmitted();
    },
    submit: async ({ albumCoverUrl, ...otherFields }: MeditationChange) => {
      cover.markSubmitted();
      audio.markSubmitted();
      if (!cover.isReady || !audio.isReady) return null;
      onSavingChange(true);
      try {
        await update.mutateAsync({
          audioFile: audio.file,
          change: async () => {
            const coverUrl = await cover.resolveUrl(albumCoverUrl);
            return { ...otherFields, ...(coverUrl !== undefined && { albumCoverUrl: coverUrl }) };
          },
        });
        onSaved();
        return null;
      } finally {
        onSavingChange(false);
      }
    },
  });
  const { title, description } = meditation;
  useUnsavedFields(editSubject('meditation', meditation.id), { title, description }, form.form);
  const { subscribe } = form.form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: { title, description, albumCoverUrl } }) =>
          saveDraftValues(draft, valuesOf(meditation), {
            title,
            description: description ?? '',
            ...(albumCoverUrl != null && { address: albumCoverUrl }),
          }),
      }),
    [subscribe, draft, meditation],
  );
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <MeditationTextFields field={form.field} initial={initial} />
      <AudioReplacement
        audio={audio}
        isDisabled={form.isSubmitting}
        address={() => ({
          ...form.field('audioUrl'),
          defaultValue: isOwnUrl(meditation.audioUrl) ? '' : meditation.audioUrl,
        })}
        minutes={() => {
          const durationField = form.field('duration');
          return {
            ...durationField,
            ...form.form.register('duration', { setValueAs: minutesToSeconds }),
            defaultValue: String(Math.round(meditation.duration / 60)),
            error: durationField.error?.startsWith('Invalid') ? wholeMinutesError : durationField.error,
          };
        }}
        // Hidden fields must not block saving or change anything.
        onKindChange={() => form.form.unregister(['audioUrl', 'duration'])}
      />
      <PictureChoice
        picture={cover}
        kinds={currentCover === null ? ['keep', 'file', 'url'] : ['keep', 'none', 'file', 'url']}
        hasGeneratedCover={currentCover === null}
        isDisabled={form.isSubmitting}
        shapeHint="square works best"
        address={() => ({ ...form.field('albumCoverUrl'), defaultValue: initial.address })}
        onKindChange={(choice) => {
          // A hidden invalid URL must not block saving.
          form.form.unregister('albumCoverUrl');
          // File inputs cannot be restored, so a chosen file is not part of the draft.
          if (choice !== 'file') saveDraftValues(draft, valuesOf(meditation), { choice });
        }}
      />
    </ContractForm>
  );
}
