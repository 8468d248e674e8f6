import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useState } from 'react';
import { useStore } from '../lib/store.ts';
import { dismissToast, markToastShown, toastStore, type ShownToast } from '../lib/toast-store.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { toastClass, toastCloseClass, ToastIcon, toastTextClass } from './toast-parts.tsx';

/**
 * The notification area. On phones it is below the header, because the help link is there and new posts appear
 * further down. Toasts stay for 5 seconds, a
 * swipe of 50 px to the right dismisses them, F8 focuses the area.
 */
export function Toaster() {
  const current = useStore(toastStore);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50} label="Notification">
      {current && <ToastCard key={current.id} toast={current} />}
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="pointer-events-none fixed inset-x-0 top-[calc(3.5rem+env(safe-area-inset-top))] z-60 flex flex-col items-center px-4 py-2 outline-none md:inset-x-auto md:end-0 md:top-auto md:bottom-0 md:w-104 md:p-6 md:in-data-docked:bottom-16"
      />
    </Toast.Provider>
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const [isOpen, setIsOpen] = useState(true);
  const { variant = 'default' } = toast;
  /** Called when Radix has mounted the card, which is after this component's own mount. */
  const onCardMounted = (card: HTMLElement | null): void => {
    // The second frame starts when the first is painted.
    if (card) requestAnimationFrame(() => requestAnimationFrame(() => markToastShown(toast.id)));
  };
  return (
    <Toast.Root
      ref={onCardMounted}
      open={isOpen}
      onOpenChange={(isStillOpen) => {
        setIsOpen(isStillOpen);
        // Removed after the closing animation has ended.
        if (!isStillOpen) setTimeout(() => dismissToast(toast.id), 200);
      }}
      {...(toast.action && { duration: 20_000 })}
      type={variant === 'destructive' ? 'foreground' : 'background'}
      className={classNames(
        toastClass,
        'data-[state=closed]:animate-float-out data-[state=open]:animate-arrive',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        'data-[swipe=end]:translate-x-full data-[swipe=end]:opacity-0 data-[swipe=end]:transition-all',
      )}
    >
      <ToastIcon variant={variant} />
      <div className={toastTextClass}>
        <Toast.Title className="font-semibold">{toast.title}</Toast.Title>
        {toast.description !== undefined && (
          <Toast.Description className="mt-0.5 text-muted">{toast.description}</Toast.Description>
        )}
        {toast.action && (
          <Toast.Action asChild altText={toast.action.label} onClick={toast.action.onPress}>
            <Button variant="secondary" size="small" className="mt-2">
              {toast.action.label}
            </Button>
          </Toast.Action>
        )}
      </div>
      <Toast.Close aria-label="Dismiss" className={toastCloseClass}>
        <X size={20} strokeWidth={1.75} aria-hidden="true" />
      </Toast.Close>
    </Toast.Root>
  );
}
