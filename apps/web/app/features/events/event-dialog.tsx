import type { CurrentUser } from '@commons/contract/auth';
import { type CommunityEvent, type EventInput, eventLimits } from '@commons/contract/events';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { clearDraft, draftKey, idempotencyKeyOf } from '../../lib/drafts.ts';
import { timeZone as ownTimeZone } from '../../lib/locale.ts';
import { readTypedFields, useTypedFields } from '../../lib/typed-fields.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Select } from '../../ui/choices.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { PictureChoice, usePictureChoice } from '../../ui/picture-choice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isOwnUrl } from '../player/index.ts';
import { supportedZone, toFieldValue, zoneOptions } from './event-times.ts';
import { saveEventMutation } from './events.api.ts';

const fields = ['title', 'eventDate', 'timeZone', 'location', 'maxAttendees', 'description', 'imageUrl'] as const;
type FieldTexts = Record<(typeof fields)[number], string>;

const fieldTextsOf = (event: CommunityEvent | undefined): FieldTexts => ({
  title: event?.title ?? '',
  eventDate: event ? toFieldValue(new Date(event.eventDate), event.timeZone) : '',
  timeZone: event ? supportedZone(event.timeZone) : ownTimeZone(),
  location: event?.location ?? '',
  maxAttendees: event?.maxAttendees?.toString() ?? '',
  description: event?.description ?? '',
  imageUrl: event?.imageUrl && !isOwnUrl(event.imageUrl) ? event.imageUrl : '',
});

type EventDialogProps = {
  viewer: CurrentUser;
  /** The event to edit. Without one, the dialog creates an event. */
  event?: CommunityEvent;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Receives the saved event. */
  onSaved?: (event: CommunityEvent) => void;
};

/** Creates or edits an event. Closing the dialog keeps the draft, and Cancel discards it. */
export default function EventDialog({ viewer, event, isOpen, onOpenChange, onSaved }: EventDialogProps) {
  const draft = draftKey(viewer.id, event ? `event-edit:${event.id}` : 'event');
  const eventForm = useEventForm({
    event,
    draft,
    onSaved: (saved) => {
      onOpenChange(false);
      onSaved?.(saved);
    },
  });
  const { isSubmitting } = eventForm.form;
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={event ? 'Edit Event' : 'Create Event'}
      submitLabel={event ? 'Save' : 'Create Event'}
      pendingLabel={event ? 'Saving...' : 'Creating...'}
      isPending={isSubmitting}
      onCancel={() => clearDraft(draft)}
    >
      {(id) => (
        <>
          <EventForm id={id} event={event} {...eventForm} />
          <Confirm
            isOpen={eventForm.pastTimeConfirmation.isOpen}
            onOpenChange={() => eventForm.pastTimeConfirmation.answer(false)}
            title="This time is in the past"
            text="The event will be listed as past, and no one will be able to respond to it."
            confirmLabel={event ? 'Save anyway' : 'Create anyway'}
            cancelLabel="Change the time"
            onConfirm={() => eventForm.pastTimeConfirmation.answer(true)}
          />
        </>
      )}
    </DialogForm>
  );
}

const schema = contractSchema(async () => (await import('@commons/contract/events/schemas')).eventInput);

type EventFormOptions = { event: CommunityEvent | undefined; draft: string; onSaved: (saved: CommunityEvent) => void };

function useEventForm({ event, draft, onSaved }: EventFormOptions) {
  const [original] = useState(() => fieldTextsOf(event));
  const [initial] = useState(() => readTypedFields(draft, original));
  const isUrlEntered = !['', original.imageUrl].includes(initial.imageUrl);
  const picture = usePictureChoice('image', isUrlEntered ? 'url' : event?.imageUrl ? 'keep' : 'none');
  const save = useMutation(saveEventMutation(event?.id));
  const { confirm: confirmPastTime, ...pastTimeConfirmation } = useConfirmation();
  const form = useContractForm({
    schema,
    fields,
    defaultValues: { ...initial, maxAttendees: toNumber(initial.maxAttendees) },
    onInvalid: picture.markSubmitted,
    submit: async ({ imageUrl, ...input }: EventInput) => {
      picture.markSubmitted();
      if (!picture.isReady) return null;
      // An unchanged time keeps its timestamp, because a local time occurs twice when clocks are set back.
      const isTimeUnchanged = input.eventDate === original.eventDate && input.timeZone === original.timeZone;
      const isPast = !isTimeUnchanged && isOver(input.eventDate, input.timeZone ?? ownTimeZone());
      if (isPast && !(await confirmPastTime())) return null;
      const eventDate = event && isTimeUnchanged ? event.eventDate : input.eventDate;
      const saved = await save.mutateAsync({
        idempotencyKey: idempotencyKeyOf(draft, JSON.stringify([input, picture.key, imageUrl])),
        event: async () => {
          const savedUrl = await picture.resolveUrl(imageUrl);
          return { ...input, eventDate, imageUrl: savedUrl === undefined ? (event?.imageUrl ?? null) : savedUrl };
        },
      });
      clearDraft(draft);
      onSaved(saved);
      return null;
    },
  });
  useTypedFields(draft, original, form.form, event && editSubject('event', event.id));
  return { form, initial, picture, pastTimeConfirmation };
}

/** Whether a local time in a zone has passed. */
const isOver = (time: string, timeZone: string): boolean => time < toFieldValue(new Date(), timeZone);

/** State of a confirmation that a form awaits before it submits. */
function useConfirmation() {
  const [resolve, setResolve] = useState<((isConfirmed: boolean) => void) | null>(null);
  return {
    isOpen: resolve !== null,
    confirm: () => new Promise<boolean>((resolvePromise) => setResolve(() => resolvePromise)),
    answer(isSure: boolean) {
      resolve?.(isSure);
      setResolve(null);
    },
  };
}

type EventFormProps = ReturnType<typeof useEventForm> & { id: string; event: CommunityEvent | undefined };

function EventForm({ id, event, form, initial, picture }: EventFormProps) {
  const { control, register, unregister } = form.form;
  const [zones] = useState(() => zoneOptions(ownTimeZone(), initial.timeZone));
  const [eventDate, selectedZone] = useWatch({ control, name: ['eventDate', 'timeZone'] });
  const isPast = eventDate !== '' && isOver(eventDate, selectedZone ?? ownTimeZone());
  const field = (name: (typeof fields)[number]) => ({ ...form.field(name), defaultValue: initial[name] });
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...field('title')}
        limit={{ max: eventLimits.titleCharacters }}
      />
      <TextField
        label="Date and time"
        type="datetime-local"
        required
        {...field('eventDate')}
        hint={isPast ? 'This time is in the past. The event will be listed as past.' : undefined}
      />
      <Select
        label="Time zone"
        options={zones}
        hint="Members also see it in their own time zone."
        {...field('timeZone')}
      />
      <TextField
        label="Location"
        isOptional
        autoComplete="off"
        {...field('location')}
        limit={{ max: eventLimits.locationCharacters }}
      />
      <TextField
        label="Max attendees"
        isOptional
        inputMode="numeric"
        autoComplete="off"
        hint="Extra people join a waiting list. Leave blank for no limit."
        {...field('maxAttendees')}
        {...register('maxAttendees', { setValueAs: toNumber })}
      />
      <TextArea
        label="Description"
        isOptional
        minRows={4}
        maxRows={10}
        {...field('description')}
        limit={{ max: eventLimits.descriptionCharacters }}
      />
      <PictureChoice
        picture={picture}
        kinds={event?.imageUrl ? ['keep', 'none', 'file', 'url'] : ['none', 'file', 'url']}
        isDisabled={form.isSubmitting}
        shapeHint="wide works best"
        address={() => field('imageUrl')}
        onKindChange={() => unregister('imageUrl')}
      />
    </ContractForm>
  );
}

const toNumber = (text: string | number | null): number | null =>
  typeof text !== 'string' ? text : text.trim() === '' ? null : Number(text);
