import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';
import { showToast } from '../../lib/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { type DeviceState, readDeviceState, turnOffPush, turnOnPush } from './this-device.ts';

const deviceQuery = queryOptions({ queryKey: ['this-device'], queryFn: readDeviceState, staleTime: 0 });

const descriptions: Record<DeviceState, string> = {
  unsupported: 'This browser cannot show notifications. On a phone, adding the community to the home screen may help.',
  denied: 'Notifications are blocked in this browser. You can allow them in its settings for this site.',
  on: 'This device shows the notifications you chose above until you sign out.',
  off: 'This device shows no notifications while the community is closed.',
};

/** Turns push notifications on or off for this browser. */
export function DeviceChoice() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery(deviceQuery);
  const change = useMutation({
    meta: { changes: ['this-device'] },
    mutationFn: (next: 'on' | 'off') => (next === 'on' ? turnOnPush() : turnOffPush()),
    onSuccess: (newState, requestedState) => {
      queryClient.setQueryData(deviceQuery.queryKey, newState);
      if (newState === requestedState)
        showToast({
          title: newState === 'on' ? 'Notifications are on for this device' : 'Notifications are off for this device',
        });
      else
        showToast({
          title: 'Notifications are not on for this device',
          description: descriptions[newState],
          variant: 'info',
        });
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: deviceQuery.queryKey });
      showFailure(error, 'Notifications could not be changed on this device. Please try again.');
    },
  });
  if (state === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-text text-sm font-semibold tracking-normal">This device</h3>
        <p className="text-sm text-muted">{descriptions[state]}</p>
      </div>
      {(state === 'off' || state === 'on') && (
        <Button
          variant="secondary"
          isPending={change.isPending}
          onClick={() => change.mutate(state === 'off' ? 'on' : 'off')}
        >
          {state === 'off' ? 'Allow on this device' : 'Turn off on this device'}
        </Button>
      )}
    </div>
  );
}
