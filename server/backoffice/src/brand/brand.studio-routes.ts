import type { LegalPage } from '@bonisa/contract/legal-page-data';
import * as calls from '@bonisa/contract/studio/brand.calls';
import { type BrandConfig, variableFields } from '@bonisa/kit/brand/brand.config';
import { brandStateOf } from '@bonisa/kit/brand/brand-state';
import type { Database } from '@bonisa/kit/database/database';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { RequestAudit } from '@bonisa/kit/http/studio-types';
import type { ListedVersion } from './brand-version.repository.ts';
import type { BrandVersions } from './brand-version.service.ts';

/** The calls of the studio about the brand. */
export function brandStudioRoutes(brand: BrandConfig, versions: BrandVersions): StudioRoutes {
  return ({ register }) => {
    register(calls.brandState, {
      limit: 'read',
      handle: async () => {
        const { parts, contrasts } = brandStateOf(brand);
        const { inForce, published, newest } = await versions.state();
        return {
          name: brand.name,
          company: brand.company,
          support_number: brand.supportNumber,
          folder: brand.folder !== undefined,
          version: inForce,
          from: brand.from,
          published,
          newest,
          variables: variableFields(brand),
          parts: [...parts],
          contrasts: contrasts.map((one) => ({ ...one, has: Math.floor(one.has * 10) / 10 })),
        };
      },
    });

    register(calls.brandVersions, {
      limit: 'read',
      handle: async ({ query: { before, limit } }) => {
        const { data, next } = await versions.list(before, limit);
        return { data: data.map(viewOf), next };
      },
    });

    register(calls.brandVersion, {
      limit: 'read',
      handle: async ({ params: { number } }) => {
        const found = await versions.find(number);
        return { version: viewOf(found), files: found.files };
      },
    });

    register(calls.brandFolderFiles, {
      limit: 'read',
      handle: async () => {
        const { isGiven, files } = versions.ofFolder();
        return { is_given: isGiven, files };
      },
    });

    register(calls.checkBrand, {
      limit: 'write',
      bodyLimit: calls.MOST_BRAND_BODY,
      handle: async ({ body }) => {
        const { problems, shown } = await versions.check(body.files);
        if (!shown) return { problems: [...problems], shown };
        const { name, pitch, logo, terms, privacy } = shown;
        const drawing = logo && { svg: logo.svg, has_name: logo.hasName };
        return {
          problems: [...problems],
          shown: { name, pitch, logo: drawing, terms: pageOf(terms), privacy: pageOf(privacy) },
        };
      },
    });

    register(calls.saveBrand, {
      // Each is a row of up to a megabyte.
      limit: 'costly',
      bodyLimit: calls.MOST_BRAND_BODY,
      handle: async ({ body: { files, began_with: beganWith, after }, actor, audit }) => {
        const made = { by: actor.name, record: recordIn(audit, { beganWith }) };
        return { version: viewOf(await versions.save(files, { beganWith, after }, made)) };
      },
    });

    register(calls.publishBrand, {
      limit: 'write',
      handle: async ({ params: { number }, body: { reason }, actor, audit }) => {
        const made = { by: actor.name, record: recordIn(audit, {}, reason) };
        return { version: viewOf(await versions.publish(number, reason, made)) };
      },
    });
  };
}

function recordIn(
  audit: RequestAudit,
  details: Readonly<Record<string, unknown>>,
  reason?: string,
) {
  return (tx: Database, { number }: ListedVersion): Promise<void> =>
    audit.record({ subject: `brand:${number}`, reason, details }, tx);
}

function viewOf(version: ListedVersion) {
  const { number, beganWith, madeBy, madeAt, publishedBy, publishedAt, publishedFor } = version;
  return {
    number,
    began_with: beganWith,
    made_by: madeBy,
    made_at: madeAt.toISOString(),
    published: publishedAt && {
      by: publishedBy ?? '',
      at: publishedAt.toISOString(),
      reason: publishedFor ?? '',
    },
  };
}

function pageOf({ sections, ...page }: LegalPage) {
  return {
    ...page,
    sections: sections.map((section) => ({ ...section, paragraphs: [...section.paragraphs] })),
  };
}
