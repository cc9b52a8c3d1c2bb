/**
 * Method and path of each same-origin call. Plain values, so that the browser's client carries no
 * schema.
 */
export const ADDRESSES = {
  csrfToken: { method: 'GET', path: '/api/csrf-token' },
  statusCheck: { method: 'POST', path: '/api/auth/status_check' },
  authStatus: { method: 'POST', path: '/api/auth/status' },
  enrich: { method: 'POST', path: '/api/auth/enrich' },
  bearerToken: { method: 'POST', path: '/api/auth/token' },
  signOut: { method: 'POST', path: '/api/auth/sign_out' },
  subscribe: { method: 'POST', path: '/api/subscribe' },
  unsubscribe: { method: 'POST', path: '/api/subscribe/unsubscribe' },
  fraudScript: { method: 'POST', path: '/api/dcbprotect/getDCBProtectScript' },
  profile: { method: 'POST', path: '/api/profile' },
  viewer: { method: 'GET', path: '/api/viewer' },
  play: { method: 'POST', path: '/api/play' },
  search: { method: 'POST', path: '/api/search' },
  searchCategories: { method: 'POST', path: '/api/search/category' },
  searchChannels: { method: 'POST', path: '/api/search/channels' },
  searchShows: { method: 'POST', path: '/api/search/shows' },
  searchVideos: { method: 'POST', path: '/api/search/videos' },
  searchEpisodes: { method: 'POST', path: '/api/search/episodes' },
  suggest: { method: 'POST', path: '/api/search/suggest' },
  list: { method: 'POST', path: '/api/playlist' },
  listStatus: { method: 'POST', path: '/api/playlist/status' },
  addToList: { method: 'POST', path: '/api/playlist/add' },
  removeFromList: { method: 'POST', path: '/api/playlist/remove' },
  resume: { method: 'GET', path: '/api/viewer/resume' },
  putResume: { method: 'POST', path: '/api/viewer/resume' },
  removeResume: { method: 'POST', path: '/api/viewer/resume/remove' },
  ratings: { method: 'POST', path: '/api/profile/ratings' },
  feedback: { method: 'POST', path: '/api/profile/feedback' },
  account: { method: 'GET', path: '/api/account' },
  changePackage: { method: 'POST', path: '/api/account/change_package' },
  personalData: { method: 'POST', path: '/api/account/data' },
  deletePersonalData: { method: 'POST', path: '/api/account/delete' },
  playbackLog: { method: 'POST', path: '/api/videos/log' },
  logHeaders: { method: 'POST', path: '/api/log-headers' },
  seasonEpisodes: { method: 'POST', path: '/api/episodes/season' },
  categoryVideos: { method: 'POST', path: '/api/categories/videos' },
} as const satisfies Record<string, { method: 'GET' | 'POST'; path: `/${string}` }>;

export type CallName = keyof typeof ADDRESSES;
