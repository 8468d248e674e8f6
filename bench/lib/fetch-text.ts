/** Makes one call and returns the body. @throws Error unless the response is a success. */
export async function fetchText(url: string, cookie: string, options: RequestInit = {}): Promise<string> {
  const response = await fetch(url, {
    ...options,
    headers: { cookie, ...(options.headers as Record<string, string>) },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url} returned ${response.status}: ${text}`);
  return text;
}
