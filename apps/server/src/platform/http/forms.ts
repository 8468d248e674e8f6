import type { Endpoint } from '@commons/contract/endpoint';
import type { PostedForm } from '@commons/contract/plain-pages';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AppError } from '../errors.ts';
import type { Limit } from '../rate-limits/rate-limits.ts';
import { refuse, sendProblem } from './errors.ts';
import { sendPlainPage } from './page-answers.ts';
import { parsed } from './parsed.ts';

type Typed = Record<string, string>;

/** Whether what was typed is shown again in a page that refuses the form: never a password. */
type Fields = Record<string, 'shown again' | 'secret'>;

type EndpointWithBody = Endpoint & { body: z.ZodType };

type FormRules = {
  access: 'public';
  limits: readonly Limit[];
  fields: Fields;
  /** Whatever is sent, the address says all that there is to know: mail programs send forms of either kind (RFC 8058, 3.1). */
  takesAnyForm?: true;
  /** What the call takes, from what a browser sends: only texts, and of the boxes those that were ticked. */
  toInput?: (typed: Typed, query: Partial<Typed>) => unknown;
};

type FormHandler<Body> = (input: {
  body: Body;
  request: FastifyRequest;
  reply: FastifyReply;
}) => Promise<{ goTo: string } | 'done'>;

/**
 * Takes the form of a page as browsers send it by themselves, without JavaScript or before it came, at the page's own
 * path. It passes the checks of the call that it stands for and is parsed by its schema; then the browser goes on to
 * another page, or the page says that it is done. What is refused comes back as the page, with what was typed and what is
 * wrong in place. A client that asks for no page gets problem details, as from the call.
 */
export function form<const Definition extends EndpointWithBody>(
  app: FastifyInstance,
  path: string,
  definition: Definition,
  rules: FormRules,
  handler: FormHandler<z.output<Definition['body']>>,
): void {
  const { access, limits, fields, takesAnyForm = false, toInput = (typed) => typed } = rules;
  /** The page with what became of the form; nothing where there is no page, or nobody who asks for one. */
  async function render(request: FastifyRequest, posted: Omit<PostedForm, 'values'>): Promise<string | undefined> {
    if (!request.headers.accept?.includes('text/html')) return undefined;
    const search = /\?.*$/s.exec(request.url)?.[0] ?? '';
    return app.pages?.render({ path, search, posted: { ...posted, values: shownAgain(typedIn(request), fields) } });
  }

  // A scope of its own: everywhere else a form that another site sends is not even read.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
      // Browsers send each line break as two signs; people, and the limits, count one.
      done(null, Object.fromEntries(new URLSearchParams(String(text).replaceAll(/%0D%0A/gi, '%0A')))),
    );
    if (takesAnyForm) scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, _text, done) => done(null, {}));
    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const refusal = refuse(request, reply, error);
      const html = await render(request, { ...wrongs(refusal, fields), isDone: false });
      return html === undefined ? sendProblem(request, reply, refusal) : sendPlainPage(reply, html);
    });
    scope.post(path, { config: { access, limits }, schema: { hide: true } }, async (request, reply) => {
      const body = parsed(definition.body, toInput(typedIn(request), request.query as Partial<Typed>));
      const next = await handler({ body: body as z.output<Definition['body']>, request, reply });
      if (next !== 'done') return reply.header('cache-control', 'no-store').redirect(next.goTo, 303);
      const html = await render(request, { errors: {}, failure: null, isDone: true });
      return html === undefined ? reply.status(204).send() : sendPlainPage(reply, html);
    });
  });
}

/** Empty when the form was refused before it was read. */
const typedIn = (request: FastifyRequest): Typed => (request.body ?? {}) as Typed;

const shownAgain = (typed: Typed, fields: Fields): Typed =>
  Object.fromEntries(
    Object.entries(typed)
      .filter(([name]) => Object.hasOwn(fields, name))
      .map(([name, value]) => [name, fields[name] === 'secret' ? '' : value]),
  );

/** What the page says of a refusal: beside the fields that it names, else above the form. */
function wrongs({ code, definition, errors = [] }: AppError, fields: Fields): Pick<PostedForm, 'errors' | 'failure'> {
  const ofFields: Typed = {};
  // The first thing that is wrong with a field is said.
  for (const { path, message } of errors) if (Object.hasOwn(fields, path)) ofFields[path] ??= message;
  const isAboutFields = Object.keys(ofFields).length > 0;
  return { errors: ofFields, failure: isAboutFields ? null : { code, detail: definition.detail } };
}
