/**
 * What the server sent within the page of what this page would ask for: the same answer that the call gives, read when the
 * page was made. Each is taken once, by the first call for it; whoever asks again asks the server.
 */
export const takeSentAnswer = (url: string): { data: unknown; headers: Headers } | undefined => {
  const element = globalThis.document?.querySelector<HTMLScriptElement>(`script[data-answer="${url}"]`);
  if (!element) return undefined;
  element.remove();
  const { link } = element.dataset;
  return { data: JSON.parse(element.text) as unknown, headers: new Headers(link ? { Link: link } : {}) };
};
