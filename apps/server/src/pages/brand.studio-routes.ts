import { brandState } from '@bonisa/contract/studio/brand.calls';
import type { brandConfigOf } from '@bonisa/kit/brand/brand.config';
import { brandStateOf } from '@bonisa/kit/brand/brand-state';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';

/** The studio's call about the brand in force. */
export function brandStudioRoutes({
  config: { brand },
}: {
  readonly config: { readonly brand: ReturnType<typeof brandConfigOf> };
}): StudioRoutes {
  return ({ register }) =>
    register(brandState, {
      limit: 'read',
      handle: async () => {
        const { parts, contrasts } = brandStateOf(brand);
        return {
          name: brand.name,
          company: brand.company,
          support_number: brand.supportNumber,
          folder: brand.folder !== undefined,
          parts: [...parts],
          contrasts: contrasts.map((one) => ({ ...one, has: Math.floor(one.has * 10) / 10 })),
        };
      },
    });
}
