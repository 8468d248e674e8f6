import type { MemberSummary } from '@commons/contract/members/schemas';
import type { Message } from '@commons/contract/messages/schemas';
import { reportLimits } from '@commons/contract/reports';
import type { ReportReason, ReportSubjectType } from '@commons/contract/reports/schemas';
import { isWithin } from '@commons/contract/text';
import type { ComponentProps } from 'react';
import { useContractForm } from '../../lib/contract-form.ts';
import { paths } from '../../lib/paths.ts';
import { useUnsavedText } from '../../lib/unsaved-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../ui/choices.tsx';
import { FormDialog } from '../../ui/contract-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useCreateReport } from './reports.api.ts';
import { reasonLabels, reportDescription, sharedMessages, nounOf } from './reports.texts.ts';

export type ReportDialogProps = {
  subjectType: ReportSubjectType;
  subjectId: string;
  /** The reported member, or the author of the reported content. */
  member: MemberSummary;
  /** Title of the dialog: "Report post". */
  title: string;
  /** Messages from the member to the viewer, oldest first. The last ones can be shared with the report. */
  messages?: readonly Message[];
  declinesRequest?: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Set if the dialog closes after the report, as for a message request: a toast then confirms it. */
  onReported?: () => void;
};

/** Reports something to the moderators. The text is not saved as a draft, because others may use the device. */
const ReportDialog = (props: ReportDialogProps) => {
  const { subjectType, subjectId, member, title, messages = [], declinesRequest = false } = props;
  const { isOpen, onOpenChange, onReported } = props;
  const report = useCreateReport(onReported);
  const shareable = messages.slice(-reportLimits.sharedMessages);
  const form = useContractForm({
    original: { reason: null as ReportReason | null, note: '', isSharing: shareable.length > 0 },
    submit: async ({ isSharing, note }, idempotencyKey) => {
      if (reason === null) return;
      const messageIds = subjectType === 'member' && isSharing ? shareable.map(({ id }) => id) : undefined;
      const body = { subjectType, subjectId, reason, note, ...(messageIds && { messageIds }) };
      await report.mutateAsync({ body, idempotencyKey });
    },
  });
  const { reason, note, isSharing } = form.values;
  const unsaved = { id: subjectId, noun: nounOf(subjectType), outcome: 'Your report was not sent.' };
  useUnsavedText(unsaved, () => (report.isIdle || report.isError ? [note] : []));
  if (report.isSuccess && !onReported)
    return <ReportSent member={member} reason={reason} isOpen={isOpen} onClose={() => onOpenChange(false)} />;
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      form={form}
      title={title}
      description={reportDescription(subjectType, { isSharing, declinesRequest, firstName: member.firstName })}
      submitLabel="Send Report"
      canSubmit={reason !== null && isWithin(note, reportLimits.noteCharacters)}
      className="flex flex-col gap-6"
    >
      <div>
        <RadioGroup label="What’s wrong?" options={reasonOptions} {...form.choice('reason')} />
        <div role="status">{needsHelpNow(reason) && <HelpNow />}</div>
      </div>
      <TextArea
        label="Would you like to say more?"
        isOptional
        {...form.field('note')}
        limit={{ max: reportLimits.noteCharacters }}
      />
      {shareable.length > 0 && (
        <SharedMessages messages={shareable} isShared={isSharing} field={form.field('isSharing')} />
      )}
    </FormDialog>
  );
};

const linkClass = 'font-semibold text-primary underline underline-offset-4';

type ReportSentProps = { member: MemberSummary; reason: ReportReason | null; isOpen: boolean; onClose: () => void };

/** Confirmation with further options. */
const ReportSent = ({ member, reason, isOpen, onClose }: ReportSentProps) => {
  const name = member.firstName || member.displayName;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title="Report sent"
      description={`Thank you. The moderators will review it. ${name} is not notified.`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="flex flex-col gap-4 text-sm">
        {needsHelpNow(reason) ? (
          <>
            <HelpNow />
            <p>
              It is kind of you to notice. You don’t need the right words: “I read what you wrote, and I am thinking of
              you” is often enough.{' '}
              <a href={paths.conversation(member.id)} className={linkClass}>
                Write to {name}
              </a>
            </p>
            <p>And look after yourself, too. You do not have to carry this alone.</p>
          </>
        ) : (
          <p>
            If you would rather not read {name} for a while, you can mute or block them.{' '}
            <a href={paths.member(member.id)} className={linkClass}>
              {name}’s profile
            </a>
          </p>
        )}
        <p>
          <a href={paths.reports} className={linkClass}>
            Your reports
          </a>{' '}
          show when someone has reviewed it.
        </p>
      </div>
    </Dialog>
  );
};

/** Opens in a new tab, so that the report is not lost. */
const HelpNow = () => (
  <div className="pt-3">
    <Banner tone="warn" title="If someone is in danger now, please do not wait for us.">
      <a href={paths.crisis} target="_blank" rel="noopener" className="font-semibold underline underline-offset-4">
        Get help now
      </a>{' '}
      lists people to call or write to at any hour. It opens in a new tab.
    </Banner>
  </div>
);

type SharedMessagesProps = {
  messages: readonly Message[];
  isShared: boolean;
  field: Omit<ComponentProps<typeof Checkbox>, 'label'>;
};

/** Moderators cannot read conversations: the member chooses whether to share messages, and sees which. */
const SharedMessages = ({ messages, isShared, field }: SharedMessagesProps) => (
  <div className="flex flex-col gap-2">
    <Checkbox label={sharedMessages(messages.length)} {...field} />
    {isShared && (
      <ul className="ms-8 flex flex-col gap-1.5 border-s-2 border-line ps-3 text-sm text-muted">
        {messages.map(({ id, content, photo }) => (
          <li key={id} dir="auto" className="line-clamp-2 wrap-anywhere">
            {content === '' ? 'A photo' : content}
            {content !== '' && photo && ' (with a photo)'}
          </li>
        ))}
      </ul>
    )}
    <p className="ms-8 text-xs text-muted">They cannot see the rest of your conversation.</p>
  </div>
);

const reasonOptions = Object.entries(reasonLabels).map(([value, label]) => ({ value: value as ReportReason, label }));

/** Moderators are not available at all hours, so these reasons show where to get help now. */
const needsHelpNow = (reason: ReportReason | null): boolean => reason === 'danger' || reason === 'worried';

export default ReportDialog;
