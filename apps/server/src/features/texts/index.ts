import { textLimits } from '@commons/contract/texts';
import * as contract from '@commons/contract/texts/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { assertRenderable, readShippedText, renderMarkdown } from '../../community/texts/index.ts';
import { personalData } from '../../community/texts/texts.tables.ts';
import { platformError } from '../../platform/errors.ts';
import { positionCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { findTextVersion, getEditedText, listTexts, listTextVersions, toEditedCrisisLines } from './texts.queries.ts';
import { publishCrisisLines, publishText } from './texts.service.ts';

/** JSON can write a character in six bytes. */
const maxBodyBytes = 6 * textLimits.bytes + 1024;

function textsRoutes(app: FastifyInstance, { db, texts, settings, transact }: FeatureContext): void {
  const readRules = { access: 'admin' } as const;
  const changeRules = { access: 'admin', limits: [limits.curating], maxBodyBytes } as const;
  const render = (markdown: string) => renderMarkdown(markdown, { product: settings.current.productName });

  route(app, contract.listTexts, readRules, async () => {
    await texts.refresh();
    return listTexts(db, texts);
  });

  // An admin edits the latest version, which another server may have just published.
  route(app, contract.getEditedText, readRules, async ({ params: { name } }) => {
    await texts.refresh();
    return getEditedText(texts, name);
  });

  route(app, contract.publishText, changeRules, async ({ viewer, params: { name }, body }) => {
    await transact((work) => publishText(work, texts, { ...body, name, actorId: viewer.id }));
    await texts.refresh();
    return getEditedText(texts, name);
  });

  route(app, contract.previewText, changeRules, ({ body: { content } }) => {
    assertRenderable(content);
    return { html: render(content) };
  });

  route(
    app,
    contract.listTextVersions,
    { ...readRules, cursor: positionCursor },
    async ({ params, query: { limit }, after }) => {
      const rows = await listTextVersions(db, params.name, { before: after, rowCount: limit + 1 });
      return toPage(
        rows,
        limit,
        (row) => row,
        ({ revision }) => revision,
      );
    },
  );

  route(app, contract.getTextVersion, readRules, async ({ params: { name, revision } }) => {
    const version = await findTextVersion(db, name, revision);
    if (!version) throw platformError('request.not_found');
    if (name === 'crisis-lines')
      return { content: null, html: null, changes: Array.isArray(version.content) ? version.content : [] };
    const content = typeof version.content === 'string' ? version.content : await readShippedText(name);
    return { content, html: render(content), changes: null };
  });

  route(app, contract.getEditedCrisisLines, readRules, async () => {
    await texts.refresh();
    return toEditedCrisisLines(texts);
  });

  route(app, contract.publishCrisisLines, changeRules, async ({ viewer, body: { revision, countries } }) => {
    await transact((work) => publishCrisisLines(work, texts, { revision, content: countries, actorId: viewer.id }));
    await texts.refresh();
    return toEditedCrisisLines(texts);
  });

  route(app, contract.getText, { access: 'public' }, async ({ params: { name } }) => {
    const { current } = texts;
    const markdown = current.markdownOf(name);
    const publishedAt = current.versions.get(name)?.publishedAt.toISOString() ?? null;
    return {
      name,
      html: render(markdown ?? (await readShippedText(name))),
      publishedAt: markdown === undefined ? null : publishedAt,
    };
  });

  route(app, contract.listCrisisLines, { access: 'public' }, () => [
    ...(texts.current.crisisCountries ?? texts.current.shippedCountries),
  ]);
}

export const textsFeature: Feature = { name: 'texts', registerRoutes: textsRoutes, personalData };
