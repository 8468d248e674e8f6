import type { Settings } from '@commons/contract/profiles/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { Checkbox, Select } from '../../ui/choices.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { LoadedSettings, SettingsRows } from '../../ui/settings-section.tsx';
import { useSettings } from '../members/index.ts';
import { refreshConversations } from './conversations.api.ts';

const senders: readonly { value: Settings['messagesFrom']; label: string }[] = [
  { value: 'members', label: 'All members' },
  { value: 'connections', label: 'My connections' },
];

/** Settings: allowed senders, read receipts and presence. Each change is saved at once. */
export const MessageSettings = () => {
  const queryClient = useQueryClient();
  const { query, choose } = useSettings();
  return (
    <LoadedSettings
      title="Messages"
      text="Messages from people you are not connected with go to your requests until you accept them."
      query={query}
      loading={
        <div className="-mb-3 flex h-41 flex-col gap-3 pt-2 pointer-coarse:h-51">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      }
    >
      {(settings) => (
        <SettingsRows>
          <Select
            label="Who can message me"
            options={senders}
            value={settings.messagesFrom}
            onChange={(event) => choose({ messagesFrom: event.target.value as Settings['messagesFrom'] })}
          />
          <Checkbox
            label="Show others when I have read their messages"
            checked={settings.sendsReadReceipts}
            onChange={(event) => choose({ sendsReadReceipts: event.target.checked })}
          />
          <Checkbox
            label="Show others when I am online, and see when they are"
            checked={settings.showsPresence}
            onChange={({ target: { checked: showsPresence } }) =>
              // The setting also determines whether the member sees others online.
              choose({ showsPresence }, { onSuccess: () => void refreshConversations(queryClient) })
            }
          />
        </SettingsRows>
      )}
    </LoadedSettings>
  );
};
