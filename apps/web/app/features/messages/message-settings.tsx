import type { Settings } from '@commons/contract/profiles';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { Checkbox, Select } from '../../ui/choices.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { settingsQuery, useUpdateSettings } from '../members/index.ts';

const senders: readonly { value: Settings['messagesFrom']; label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'connections', label: 'My connections' },
];

/** Who may write, and what is told while writing. Each choice is kept as soon as it is made. */
export const MessageSettings = () => {
  const { mutate } = useUpdateSettings();
  return (
    <Card as="section" aria-labelledby="message-settings-title">
      <h2 id="message-settings-title" className="text-lg">
        Messages
      </h2>
      <p className="mt-1 text-sm text-muted">
        What someone you are not connected with writes to you waits among your requests until you accept it.
      </p>
      <Loaded
        query={useQuery(settingsQuery)}
        loading={<Skeleton className="mt-4 h-36 rounded-control" />}
        failure={{ variant: 'banner', text: 'Your settings could not be loaded.', className: 'mt-4' }}
      >
        {(settings) => (
          <div className="mt-4 flex flex-col gap-4">
            <div className="sm:max-w-72">
              <Select
                label="Who may write to me"
                options={senders}
                value={settings.messagesFrom}
                onChange={(event) => mutate({ messagesFrom: event.target.value as Settings['messagesFrom'] })}
              />
            </div>
            <Checkbox
              label="Show others when I have read their messages"
              checked={settings.sendsReadReceipts}
              onChange={(event) => mutate({ sendsReadReceipts: event.target.checked })}
            />
            <Checkbox
              label="Show others when I am here, and see when they are"
              checked={settings.showsPresence}
              onChange={(event) => mutate({ showsPresence: event.target.checked })}
            />
          </div>
        )}
      </Loaded>
    </Card>
  );
};
