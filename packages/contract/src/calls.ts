import type { z } from 'zod';
import type * as account from './account.calls.ts';
import type { CallName } from './addresses.ts';
import type * as catalogue from './catalogue.calls.ts';
import type * as devices from './devices.calls.ts';
import type * as fraud from './fraud.calls.ts';
import type * as identity from './identity.calls.ts';
import type * as list from './list.calls.ts';
import type * as livePlay from './live-play.calls.ts';
import type * as play from './play.calls.ts';
import type * as search from './search.calls.ts';
import type * as subscription from './subscription.calls.ts';
import type * as telemetry from './telemetry.calls.ts';

/** The schema of each call by name. Types only, so that the browser loads no schema. */
interface Schemas {
  csrfToken: typeof identity.csrfToken;
  statusCheck: typeof subscription.statusCheck;
  authStatus: typeof identity.authStatus;
  enrich: typeof identity.enrich;
  bearerToken: typeof identity.bearerToken;
  signOut: typeof identity.signOut;
  subscribe: typeof subscription.subscribe;
  unsubscribe: typeof subscription.unsubscribe;
  fraudScript: typeof fraud.fraudScript;
  profile: typeof identity.profile;
  viewer: typeof identity.viewer;
  play: typeof play.play;
  playLive: typeof livePlay.playLive;
  playHeartbeat: typeof play.playHeartbeat;
  search: typeof search.search;
  searchCategories: typeof search.searchCategories;
  searchChannels: typeof search.searchChannels;
  searchShows: typeof search.searchShows;
  searchVideos: typeof search.searchVideos;
  searchEpisodes: typeof search.searchEpisodes;
  suggest: typeof search.suggest;
  list: typeof list.list;
  listStatus: typeof list.listStatus;
  addToList: typeof list.addToList;
  removeFromList: typeof list.removeFromList;
  resume: typeof list.resume;
  putResume: typeof list.putResume;
  removeResume: typeof list.removeResume;
  ratings: typeof account.ratings;
  feedback: typeof account.feedback;
  account: typeof account.account;
  changePackage: typeof account.changePackage;
  acceptPrice: typeof account.acceptPrice;
  findDeviceRequest: typeof devices.findDeviceRequest;
  answerDeviceRequest: typeof devices.answerDeviceRequest;
  devices: typeof devices.devices;
  endDevice: typeof devices.endDevice;
  personalData: typeof account.personalData;
  deletePersonalData: typeof account.deletePersonalData;
  playbackLog: typeof telemetry.playbackLog;
  logHeaders: typeof telemetry.logHeaders;
  seasonEpisodes: typeof catalogue.seasonEpisodes;
  categoryVideos: typeof catalogue.categoryVideos;
}

/** The body that a call accepts. */
export type BodyOf<Name extends CallName> = Schemas[Name]['body'] extends z.ZodType
  ? z.input<Schemas[Name]['body']>
  : undefined;

/** The reply of a call. */
export type ReplyOf<Name extends CallName> =
  | z.output<Schemas[Name]['reply']>
  | (Schemas[Name] extends { mayBeEmpty?: true } ? undefined : never);

/** Compares the names here with {@link ADDRESSES}: a missing call does not compile. */
export type Complete = CallName extends keyof Schemas
  ? keyof Schemas extends CallName
    ? true
    : never
  : never;
export const COMPLETE: Complete = true;
