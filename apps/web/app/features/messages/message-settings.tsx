import type { Settings } from '@commons/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { settingsQuery, useUpdateSettings } from '../members/index.ts';

const senders: readonly { value: Settings['messagesFrom']; label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'connections', label: 'My connections' },
];

/** Who may write, and what is told while writing. Each choice is kept as soon as it is made. */
export const MessageSettings = () => {
  const { data, isLoadingError: isError, refetch } = useQuery(settingsQuery);
  const { mutate } = useUpdateSettings();
  return (
    <Card as="section" aria-labelledby="message-settings-title">
      <h2 id="message-settings-title" className="text-lg">
        Messages
      </h2>
      <p className="mt-1 text-sm text-muted">
        What someone you are not connected with writes to you waits among your requests until you accept it.
      </p>
      {isError && (
        <div className="mt-4">
          <Banner
            tone="danger"
            isAlert
            action={
              <Button variant="secondary" size="small" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            Your settings could not be loaded.
          </Banner>
        </div>
      )}
      {!isError && data === undefined && <Skeleton className="mt-4 h-36 rounded-control" />}
      {data && (
        <div className="mt-4 flex flex-col gap-4">
          <div className="sm:max-w-72">
            <Select
              label="Who may write to me"
              options={senders}
              value={data.messagesFrom}
              onChange={(event) => mutate({ messagesFrom: event.target.value as Settings['messagesFrom'] })}
            />
          </div>
          <Checkbox
            label="Show others when I have read their messages"
            checked={data.sendsReadReceipts}
            onChange={(event) => mutate({ sendsReadReceipts: event.target.checked })}
          />
          <Checkbox
            label="Show others when I am here, and see when they are"
            checked={data.showsPresence}
            onChange={(event) => mutate({ showsPresence: event.target.checked })}
          />
        </div>
      )}
    </Card>
  );
};
