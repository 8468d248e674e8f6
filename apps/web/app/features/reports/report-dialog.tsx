import type { MemberSummary } from '@commons/contract/members';
import type { Message } from '@commons/contract/messages';
import { type ReportReason, reportLimits } from '@commons/contract/reports';
import { useId, useState } from 'react';
import { explainFailure } from '../../lib/failure.ts';
import { paths } from '../../lib/paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { needsHelpNow, reasonOptions } from './report-reasons.ts';
import { useReportMember } from './reports.api.ts';
import { SharedMessages } from './shared-messages.tsx';

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
  const formId = useId();
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
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Report ${member.displayName}`}
      description={`The moderators read ${whatIsRead}. ${member.firstName || 'The member'} is not told.${declinesRequest ? ' Their request is declined.' : ''}`}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!isSendable} isPending={report.isPending}>
            Send Report
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-5"
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
    </Dialog>
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
