import { useSyncExternalStore } from 'react';
import { Banner } from '../ui/banner.tsx';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className={isOnline ? undefined : 'py-3'}>
      {!isOnline && (
        <Banner tone="warn" title="You are offline">
          What you write stays on this device. The crisis lines can be read without a connection.
        </Banner>
      )}
    </div>
  );
}
