// hls.js declares the types of its light build only under the name of the full one.
declare module 'hls.js/light' {
  import Hls from 'hls.js';

  export default Hls;
  export * from 'hls.js';
}
