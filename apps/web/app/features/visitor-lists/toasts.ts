const toastMilliseconds = 5_000;

/** Returns the notification area. */
function findArea(): HTMLElement {
  const existing = document.querySelector<HTMLElement>('[data-toasts]');
  if (existing) return existing;
  const area = document.createElement('section');
  area.setAttribute('aria-label', 'Notifications');
  const list = document.createElement('ol');
  list.dataset['toasts'] = '';
  list.className =
    'pointer-events-none fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-60 flex flex-col items-center p-4 md:inset-x-auto md:end-0 md:bottom-0 md:w-104 md:p-6';
  area.append(list);
  document.body.append(area);
  return list;
}

/** Shows a toast of a form in place of the previous one. Returns whether the form has such a toast. */
export function showToast(form: HTMLFormElement, name: string): boolean {
  const template = form.querySelector<HTMLTemplateElement>(`template[data-toast="${name}"]`);
  const toast = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (!toast) return false;
  const removeLater = () => {
    setTimeout(() => {
      // It stays while it is read or used.
      if (toast.matches(':hover, :focus-within')) removeLater();
      else toast.remove();
    }, toastMilliseconds);
  };
  toast.querySelector('button')?.addEventListener('click', () => toast.remove());
  findArea().replaceChildren(toast);
  removeLater();
  return true;
}
