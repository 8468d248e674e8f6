import type { MemberSummary } from '@commons/contract/members';
import type { Message } from '@commons/contract/messages';
import { reportCalls, reportLimits, type ReportReason } from '@commons/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { explainFailure } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { randomId } from '../../lib/random-id.ts';
import { Banner } from '../../ui/banner.tsx';
import { Checkbox, RadioGroup } from '../../ui/choices.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { showToast } from '../../ui/toast-store.ts';

type MemberReport = { reason: ReportReason; note: string; messageIds: string[] };

/** Reports a member. The same report tried again, because its answer was lost, is made once. */
const useReportMember = (memberId: string, onReported: () => void) => {
  const attempt = useRef({ text: '', idempotencyKey: '' });
  return useMutation({
    mutationFn: (report: MemberReport) => {
      const text = JSON.stringify(report);
      if (attempt.current.text !== text) attempt.current = { text, idempotencyKey: randomId() };
      const body = { subjectType: 'member', subjectId: memberId, ...report } as const;
      return call(reportCalls.createReport, { body }, { idempotencyKey: attempt.current.idempotencyKey });
    },
    onSuccess: onReported,
  });
};

type ReportDialogProps = {
  member: MemberSummary;
  /** What the member wrote to the viewer, the oldest first; the last of it can be shared. */
  messages: readonly Message[];
  declinesRequest: boolean;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onReported: () => void;
};

/** Tells the moderators of a member. What is typed here is not kept on the device: somebody else may use it. */
export const ReportDialog = (props: ReportDialogProps) => {
  const { member, messages, declinesRequest, isOpen, onOpenChange, onReported } = props;
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState('');
  const [isSharing, setIsSharing] = useState(true);
  const report = useReportMember(member.id, () => {
    showToast({ title: 'Report sent', description: 'Thank you. The moderators will look at it.' });
    onReported();
  });
  const shareable = messages.slice(-reportLimits.sharedMessages);
  const whatIsRead = isSharing && shareable.length > 0 ? 'your report and the messages below it' : 'your report';
  const isSendable = reason !== null && note.trim().length <= reportLimits.noteCharacters;
  const send = () => {
    if (reason === null || !isSendable || report.isPending) return;
    report.mutate({ reason, note, messageIds: isSharing ? shareable.map(({ id }) => id) : [] });
  };
  return (
    <DialogForm
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Report ${member.displayName}`}
      description={`The moderators read ${whatIsRead}. ${member.firstName || 'The member'} is not told.${declinesRequest ? ' Their request is declined.' : ''}`}
      submitLabel="Send Report"
      isSendable={isSendable}
      isPending={report.isPending}
    >
      {(formId) => (
        <form
          id={formId}
          className="flex flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <div>
            <RadioGroup label="What is wrong?" options={reasonOptions} value={reason} onChange={setReason} />
            <div role="status">{needsHelpNow(reason) && <HelpNow />}</div>
          </div>
          <TextArea
            label="Would you like to say more?"
            isOptional
            value={note}
            onChange={(event) => setNote(event.target.value)}
            limit={{ max: reportLimits.noteCharacters, countedIn: 'units' }}
          />
          {shareable.length > 0 && <SharedMessages messages={shareable} isShared={isSharing} onChange={setIsSharing} />}
          {report.isError && (
            <Banner tone="danger" isAlert>
              {explainFailure(report.error) ?? 'Your report could not be sent. Please try again.'}
            </Banner>
          )}
        </form>
      )}
    </DialogForm>
  );
};

/** Opens beside the report, so that neither is lost for the other. */
const HelpNow = () => (
  <div className="pt-3">
    <Banner tone="warn" title="If somebody is in danger now, please do not wait for us.">
      <a href={paths.crisis} target="_blank" rel="noopener" className="font-semibold underline underline-offset-4">
        Get help now
      </a>{' '}
      has people to call or write to at any hour. It opens in a new tab.
    </Banner>
  </div>
);

type SharedMessagesProps = {
  messages: readonly Message[];
  isShared: boolean;
  onChange: (isShared: boolean) => void;
};

/** Nobody else reads a conversation: the member sees, and decides, what moderators are shown of it. */
const SharedMessages = ({ messages, isShared, onChange }: SharedMessagesProps) => (
  <div className="flex flex-col gap-2">
    <Checkbox
      label={
        messages.length === 1
          ? 'Show the moderators this message'
          : `Show the moderators these ${messages.length} messages`
      }
      checked={isShared}
      onChange={(event) => onChange(event.target.checked)}
    />
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
    <p className="ms-8 text-xs text-muted">Nothing else of your conversation is shown to them.</p>
  </div>
);

const labels: Record<ReportReason, string> = {
  danger: 'Somebody is in danger',
  worried: 'I am worried about them',
  harassment: 'Harassment or threats',
  hate: 'Hate against a person or a group',
  spam: 'Spam or advertising',
  sexual: 'Unwanted sexual words or pictures',
  medical_misinformation: 'Harmful advice about health',
  other: 'Something else',
};

const reasonOptions = Object.entries(labels).map(([value, label]) => ({ value: value as ReportReason, label }));

/** Moderators are not there at every hour; for these reasons somebody else may be needed first. */
const needsHelpNow = (reason: ReportReason | null): boolean => reason === 'danger' || reason === 'worried';
