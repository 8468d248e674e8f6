/** A success, a failure, news that the member did not ask for, or a neutral fact. */
export type ToastVariant = 'default' | 'destructive' | 'news' | 'info';
export type ToastContent = {
  title: string;
  description?: string;
  variant?: ToastVariant;
  /** An optional button. The toast then stays longer. Nothing may depend on it being pressed. */
  action?: { label: string; onPress: () => void };
};
export type ShownToast = ToastContent & { id: number };

let currentToast: ShownToast | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ShownToast | undefined) {
  currentToast = next;
  for (const listener of listeners) listener();
}

/** Shows a toast, also from outside React. Only one is visible: a newer toast replaces the older one. */
export function showToast(content: ToastContent) {
  lastId += 1;
  change({ ...content, id: lastId });
}

export function dismissToast(id: number) {
  if (currentToast?.id === id) change(undefined);
}

let lastPaintedId = 0;

/** Called by the notification area when a toast is visible. */
export function markToastShown(id: number) {
  lastPaintedId = Math.max(lastPaintedId, id);
  for (const listener of listeners) listener();
}

/** On a slow connection the code of the notification area may load late or never. */
const longestWaitMilliseconds = 15_000;

/**
 * Resolves this many milliseconds after the newest toast became visible, so that it can be read before the page
 * unloads.
 */
export const waitAfterToast = async (milliseconds: number): Promise<void> => {
  const id = lastId;
  await new Promise<void>((resolve) => {
    const check = () => {
      if (lastPaintedId < id) return;
      listeners.delete(check);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      listeners.delete(check);
      resolve();
    }, longestWaitMilliseconds);
    listeners.add(check);
    check();
  });
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
};

export const toastStore = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => currentToast,
};

/** For components: `const { toast } = useToast()`. */
export const useToast = () => ({ toast: showToast });
