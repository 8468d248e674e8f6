import type { CurrentUser } from '@commons/contract/auth/schemas';
import { eventLimits } from '@commons/contract/events';
import type { CommunityEvent } from '@commons/contract/events/schemas';
import { useState } from 'react';
import { contractSchema, readTypedFields, useContractForm } from '../../lib/contract-form.ts';
import { draftKey } from '../../lib/drafts.ts';
import { timeZone as ownTimeZone } from '../../lib/locale.ts';
import { usePictureChoice } from '../../lib/picture-choice.ts';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Select } from '../../ui/choices.tsx';
import { Confirm, useConfirmation } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import type { DialogState } from '../../ui/lazy-opening.tsx';
import { PictureChoice } from '../../ui/picture-choice.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { externalUrl } from '../player/index.ts';
import { localTimeText, supportedZone, toFieldValue, zoneOptions } from './event-times.ts';
import { eventActions } from './events.api.ts';

const fieldTextsOf = (event: CommunityEvent | undefined) => ({
  title: event?.title ?? '',
  eventDate: event ? toFieldValue(new Date(event.eventDate), event.timeZone) : '',
  timeZone: event ? supportedZone(event.timeZone) : ownTimeZone(),
  location: event?.location ?? '',
  maxAttendees: event?.maxAttendees?.toString() ?? '',
  description: event?.description ?? '',
  imageUrl: externalUrl(event?.imageUrl),
});

const schema = contractSchema(
  async () => (await import('@commons/contract/events/schemas')).eventInput,
  ({ maxAttendees, ...values }) => ({
    ...values,
    maxAttendees: String(maxAttendees).trim() === '' ? null : Number(maxAttendees),
  }),
);

type EventDialogProps = DialogState & {
  viewer: CurrentUser;
  /** The event to edit. Without one, the dialog creates an event. */
  event?: CommunityEvent;
  /** Receives the saved event. */
  onSaved?: (event: CommunityEvent) => void;
};

/** Creates or edits an event. */
export default function EventDialog({ viewer, event, onSaved, ...dialog }: EventDialogProps) {
  const draft = draftKey(viewer.id, event ? `event-edit:${event.id}` : 'event');
  const [original] = useState(() => fieldTextsOf(event));
  const picture = usePictureChoice('image', () =>
    ['', original.imageUrl].includes(readTypedFields(draft, original).imageUrl)
      ? event?.imageUrl
        ? 'keep'
        : 'none'
      : 'url',
  );
  const save = eventActions.useSave(event?.id);
  const { confirm, dialog: pastTimeDialog } = useConfirmation();
  const form = useContractForm({
    schema,
    original,
    draft,
    subject: event && editSubject('event', event.id),
    choices: ['timeZone'],
    files: [picture],
    submit: async ({ imageUrl, ...input }, idempotencyKey) => {
      // An unchanged time keeps its timestamp, because a local time occurs twice when clocks are set back.
      const isTimeUnchanged = input.eventDate === original.eventDate && input.timeZone === original.timeZone;
      const isPast = !isTimeUnchanged && isOver(input.eventDate, input.timeZone ?? ownTimeZone());
      if (isPast) await confirm();
      const eventDate = event && isTimeUnchanged ? event.eventDate : input.eventDate;
      const saved = await save.mutateAsync({
        idempotencyKey,
        input: async () => {
          const savedUrl = await picture.resolveUrl(imageUrl);
          return { ...input, eventDate, imageUrl: savedUrl === undefined ? (event?.imageUrl ?? null) : savedUrl };
        },
      });
      dialog.onOpenChange(false);
      onSaved?.(saved);
    },
  });
  const [zones] = useState(() => zoneOptions(ownTimeZone(), form.initial.timeZone));
  const { eventDate, timeZone } = form.values;
  const isPast = eventDate !== '' && isOver(eventDate, timeZone);
  return (
    <FormDialog
      {...dialog}
      form={form}
      {...(event
        ? { title: 'Edit Event' }
        : {
            title: 'Create Event',
            description: 'Members see it on the events page and can say that they are going.',
            submitLabel: 'Create Event',
            pendingLabel: 'Creating...',
          })}
    >
      <TextField
        label="Title"
        autoComplete="off"
        required
        {...form.field('title')}
        limit={{ max: eventLimits.titleCharacters }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Date and time"
          type="datetime-local"
          required
          {...form.field('eventDate')}
          hint={isPast ? 'This time is in the past. The event will be listed as past.' : localTimeText(eventDate)}
        />
        <Select
          label="Time zone"
          options={zones}
          hint="Members also see it in their own time zone."
          {...form.field('timeZone')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Location"
          isOptional
          autoComplete="off"
          hint="An address, or how to join online."
          {...form.field('location')}
          limit={{ max: eventLimits.locationCharacters }}
        />
        <TextField
          label="Max attendees"
          isOptional
          inputMode="numeric"
          autoComplete="off"
          hint="Extra people join a waiting list. Leave blank for no limit."
          {...form.field('maxAttendees')}
        />
      </div>
      <TextArea
        label="Description"
        isOptional
        minRows={4}
        maxRows={10}
        {...form.field('description')}
        limit={{ max: eventLimits.descriptionCharacters }}
      />
      <PictureChoice
        picture={picture}
        kinds={event?.imageUrl ? ['keep', 'none', 'file', 'url'] : ['none', 'file', 'url']}
        isDisabled={form.isSubmitting}
        shapeHint="wide works best"
        address={() => form.field('imageUrl')}
        onKindChange={() => form.form.unregister('imageUrl')}
      />
      <Confirm
        {...pastTimeDialog}
        title="This time is in the past"
        text="The event will be listed as past, and no one will be able to respond to it."
        confirmLabel={event ? 'Save anyway' : 'Create anyway'}
        cancelLabel="Change the time"
      />
    </FormDialog>
  );
}

/** Whether a local time in a zone has passed. */
const isOver = (time: string, timeZone: string): boolean => time < toFieldValue(new Date(), timeZone);
