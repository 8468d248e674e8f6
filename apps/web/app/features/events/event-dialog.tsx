import type { CurrentUser } from '@commons/contract/auth';
import type { CommunityEvent, EventInput } from '@commons/contract/events';
import { eventLimits } from '@commons/contract/events';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clearDraft, draftKey, idempotencyKeyOf, readDraft, writeDraft } from '../../lib/drafts.ts';
import { timeZone as ownTimeZone } from '../../lib/locale.ts';
import { Select } from '../../ui/choices.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { UploadProgress } from '../../ui/image-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { onClock, zoneOptions } from './event-times.ts';
import { createEventMutation, useUpdateEvent } from './events.api.ts';
import { PictureField, usePictureChoice } from './picture-field.tsx';

const fields = ['title', 'eventDate', 'timeZone', 'location', 'maxAttendees', 'description', 'imageUrl'] as const;
type Values = Record<(typeof fields)[number], string>;

const originalOf = (event: CommunityEvent | undefined): Values => ({
  title: event?.title ?? '',
  eventDate: event ? onClock(new Date(event.eventDate), event.timeZone) : '',
  timeZone: event?.timeZone ?? ownTimeZone(),
  location: event?.location ?? '',
  maxAttendees: event?.maxAttendees?.toString() ?? '',
  description: event?.description ?? '',
  imageUrl: '',
});

/** What was typed and not sent yet. */
function readValues(key: string, original: Values): Values {
  try {
    return { ...original, ...(JSON.parse(readDraft(key) ?? '{}') as Partial<Values>) };
  } catch {
    return original;
  }
}

type EventDialogProps = {
  viewer: CurrentUser;
  /** The event to change; without one a new event is created. */
  event?: CommunityEvent;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Closing it keeps what was typed for the next time; only Cancel throws it away. While it is sent, it stays open. */
export default function EventDialog({ viewer, event, isOpen, onOpenChange }: EventDialogProps) {
  const [isSending, setIsSending] = useState(false);
  const key = draftKey(viewer.id, event ? `event-edit:${event.id}` : 'event');
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!isSending) onOpenChange(next);
      }}
      title={event ? 'Edit Event' : 'Create Event'}
      submitLabel={event ? 'Save' : 'Create Event'}
      pendingLabel={event ? 'Saving...' : 'Creating...'}
      isPending={isSending}
      onCancel={() => clearDraft(key)}
    >
      {(id) => (
        <EventForm
          id={id}
          event={event}
          draft={key}
          isSending={isSending}
          onSendingChange={setIsSending}
          onSent={() => onOpenChange(false)}
        />
      )}
    </DialogForm>
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/events/schemas')).eventInput);

type EventFormProps = {
  id: string;
  event: CommunityEvent | undefined;
  draft: string;
  isSending: boolean;
  onSendingChange: (isSending: boolean) => void;
  onSent: () => void;
};

function EventForm({ id, event, draft, isSending, onSendingChange, onSent }: EventFormProps) {
  const [original] = useState(() => originalOf(event));
  const [initial] = useState(() => readValues(draft, original));
  const [zones] = useState(() => zoneOptions(ownTimeZone(), initial.timeZone));
  const [share, setShare] = useState(0);
  const [isPast, setIsPast] = useState(false);
  const pictureKey = `${draft}:picture`;
  const picture = usePictureChoice(event?.imageUrl ?? null, initial.imageUrl);
  const create = useMutation(createEventMutation);
  const update = useUpdateEvent();

  const send = async (given: EventInput): Promise<void> => {
    const { choice, file } = picture;
    const imageUrl = choice === 'keep' ? (event?.imageUrl ?? null) : choice === 'url' ? given.imageUrl : null;
    // A time that was not touched stays the moment that it was, also where a clock shows it twice.
    const isUntouched = given.eventDate === original.eventDate && given.timeZone === original.timeZone;
    const eventDate = event && isUntouched ? event.eventDate : given.eventDate;
    const nameOfFile = choice === 'file' && file ? [file.name, file.size, file.lastModified] : null;
    const sent = {
      event: { ...given, eventDate, imageUrl },
      picture:
        choice === 'file' && file
          ? { file, idempotencyKey: idempotencyKeyOf(pictureKey, JSON.stringify(nameOfFile)), onProgress: setShare }
          : null,
    };
    if (event) await update.mutateAsync({ id: event.id, ...sent });
    else
      await create.mutateAsync({
        ...sent,
        idempotencyKey: idempotencyKeyOf(draft, JSON.stringify([sent.event, nameOfFile])),
      });
  };
  const form = useContractForm({
    schema,
    fields,
    onInvalid: picture.note,
    submit: async (given: EventInput) => {
      picture.note();
      if (picture.choice === 'file' && (picture.file === null || picture.error !== undefined)) return null;
      setShare(0);
      onSendingChange(true);
      try {
        await send(given);
        clearDraft(draft);
        clearDraft(pictureKey);
        onSent();
        return null;
      } finally {
        onSendingChange(false);
      }
    },
  });
  const { register, subscribe, unregister } = form.form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const typed = Object.fromEntries(
            fields.map((name) => [name, Number.isNaN(values[name]) ? '' : String(values[name] ?? '')]),
          ) as Values;
          if (fields.every((name) => typed[name] === original[name])) clearDraft(draft);
          else writeDraft(draft, JSON.stringify(typed));
          setIsPast(typed.eventDate !== '' && typed.eventDate < onClock(new Date(), typed.timeZone));
        },
      }),
    [subscribe, draft, original],
  );
  const percent = Math.round(share * 100);
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...form.field('title')}
        defaultValue={initial.title}
        limit={{ max: eventLimits.titleCharacters, countedIn: 'units' }}
      />
      <TextField
        label="Date and time"
        type="datetime-local"
        required
        {...form.field('eventDate')}
        defaultValue={initial.eventDate}
        hint={isPast ? 'This time is over. The event will stand among the past ones.' : undefined}
      />
      <Select
        label="Time zone"
        options={zones}
        hint="Of the clock that you mean. Members see the time on theirs, too."
        {...form.field('timeZone')}
        defaultValue={initial.timeZone}
      />
      <TextField
        label="Location"
        isOptional
        autoComplete="off"
        {...form.field('location')}
        defaultValue={initial.location}
        limit={{ max: eventLimits.locationCharacters, countedIn: 'units' }}
      />
      <TextField
        label="Max attendees"
        isOptional
        inputMode="numeric"
        autoComplete="off"
        hint="Who comes later waits in order. Leave it empty where there is room for all."
        {...form.field('maxAttendees')}
        {...register('maxAttendees', { setValueAs: toNumber })}
        defaultValue={initial.maxAttendees}
      />
      <TextArea
        label="Description"
        isOptional
        minRows={4}
        maxRows={10}
        {...form.field('description')}
        defaultValue={initial.description}
        limit={{ max: eventLimits.descriptionCharacters, countedIn: 'units' }}
      />
      <PictureField
        hasCurrent={event !== undefined && event.imageUrl !== null}
        picture={picture}
        isDisabled={isSending}
        // An address that is not wanted any more keeps nothing from being sent.
        onChange={() => unregister('imageUrl')}
      >
        <TextField
          label="Image URL"
          type="url"
          inputMode="url"
          placeholder="https://"
          {...form.field('imageUrl')}
          {...register('imageUrl', { setValueAs: emptyToNull })}
          defaultValue={initial.imageUrl}
        />
      </PictureField>
      {isSending && picture.choice === 'file' && (
        <UploadProgress share={share} words={`Uploading, ${percent} %`} label="Picture" />
      )}
    </ContractForm>
  );
}

const toNumber = (text: string | number | null): number | null =>
  typeof text !== 'string' ? text : text.trim() === '' ? null : Number(text);

const emptyToNull = (text: string | null): string | null => (text === '' ? null : text);
