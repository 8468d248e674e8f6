/** One call; throws unless it is answered with success. */
export async function ask(url: string, cookie: string, options: RequestInit = {}): Promise<string> {
  const response = await fetch(url, {
    ...options,
    headers: { cookie, ...(options.headers as Record<string, string>) },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url} was answered with ${response.status}: ${text}`);
  return text;
}
