import { createPages } from '/work/main/apps/server/src/pages/pages.ts';
import { createHttpApp } from '/work/main/apps/server/src/platform/http/http-app.ts';
import { titleCard, videoPage, channelCard, slideOf, categoryCard } from '/work/main/apps/server/src/catalogue/catalogue.presentation.ts';
import { artOf } from '/work/main/apps/server/src/catalogue/pictures/drawing.ts';
import { makePicture } from '/work/main/apps/server/src/catalogue/pictures/picture.maker.ts';
import { specOf, parsePictureName } from '/work/main/apps/server/src/catalogue/pictures/picture-set.ts';
import { iconRoutes } from '/work/main/apps/server/src/catalogue/pictures/icon.routes.ts';
import { termsOf } from '/work/main/apps/server/src/catalogue/legal/terms.ts';
import { privacyPolicyOf } from '/work/main/apps/server/src/catalogue/legal/privacy-policy.ts';
import { readFile, writeFile, mkdir } from 'node:fs/promises';
import pino from 'pino';
const raw: [string,string,string,string,string,string[]][] = [
 ['isibane','Isibane','drama','Drama','zu',['V','L']],['gold-reef-nights','Gold Reef Nights','drama','Drama','en',['L']],['braai-brigade','Braai Brigade','comedy','Comedy','af',[]],
 ['kwa-mathandi','Kwa MaThandi','drama','Drama','zu',['L']],['umlilo','Umlilo','music','Music','zu',[]],['karoo-cold-case','Karoo Cold Case','drama','Drama','af',['V']],
 ['thokoza-choir','Thokoza Choir','gospel','Gospel','st',[]],['taxi-rank-kings','Taxi Rank Kings','comedy','Comedy','xh',['L']],['the-long-way-home-from-mthatha-to-matatiele','The Long Way Home from Mthatha to Matatiele','documentary','Documentary','xh',[]],
 ['sunday-league','Sunday League','sport','Sport','en',[]],
];
const rows: any[] = raw.map(([slug,title,genre,genreTitle,lang,advice],i)=>({id:i+1,slug,title,genre,genreTitle,year:2026-(i%3),ratingAge:['13','PG','A','16'][i%4],ratingAdvice:advice,languages:[lang,'en'],captions:i%2?['en']:[],durationMs:24000+i*1300,rungs:[{height:240,bytes:700000},{height:360,bytes:1400000+i*90000},{height:480,bytes:2600000},{height:720,bytes:5100000}],accent:'#ff6a3d',synopsis:'When the lights go out in Soweto, one lamp stays on, and a family must decide who it burns for.',description:'Thandi comes home after nine years to a street that has learned to live in the dark. Her grandmother keeps one lamp burning for a son who never came back.\n\nWhat begins as a blackout becomes a reckoning.',channel:'mzansi-stories',channelTitle:'Mzansi Stories',category:'mzansi-drama',categoryTitle:'Drama',artEmblem:null,artGround:null,availableFrom:null,createdAt:new Date('2026-11-01')}));
const chan = (id:number,slug:string,title:string,genre:string,tagline:string)=>({id,slug,title,genre,tagline,accent:'#ff6a3d',artEmblem:null,artGround:null,titleCount:6,description:tagline+' Stories made here, in the languages that we dream in.'});
const chans:any[]=[chan(1,'mzansi-stories','Mzansi Stories','drama','Series and films from home.'),chan(2,'kasi-laughs','Kasi Laughs','comedy','Comedy from around the corner.'),chan(3,'ingoma','Ingoma','music','Songs, choirs and the people behind them.')];
const cats=[['Drama',1],['Comedy',2],['Music',3],['Gospel',4],['Sport',5],['Documentary',6]].map(([t,i])=>categoryCard({id:i,slug:String(t).toLowerCase(),title:t,channel:'mzansi-stories',titleCount:3} as any));
const cards=rows.map(titleCard);
const arts=new Map([...rows,...chans].map(r=>[r.slug,artOf(r)]));
const wanted=['isibane','gold-reef-nights','karoo-cold-case'];
const shelves=[{id:1,slug:'new-this-week',title:'New this week',format:'landscape',items:cards.slice(1,7)},{id:2,slug:'mzansi-drama',title:'Mzansi drama',format:'poster',items:[...cards.slice(0,4),...cards.slice(5)]},{id:3,slug:'laugh-a-little',title:'Laugh a little',format:'poster',items:cards.slice().reverse()}] as any[];
import { heroOf } from '/work/main/apps/server/src/catalogue/pictures/picture-set.ts';
const op={service:'Bonisa',company:'Bonisa (Pty) Ltd',address:'',carrier:'Demo Mobile',supportNumber:'080 000 0000',supportEmail:'help@bonisa.example',publicUrl:'http://127.0.0.1:4610',packages:[{name:'Daily',price:'R5.00',period:'day',days:1},{name:'Weekly',price:'R10.00',period:'week',days:7},{name:'Monthly',price:'R25.00',period:'month',days:30}]};
const data:any={version:async()=>1,home:async()=>({slides:wanted.map((s,i)=>slideOf({eyebrow:['New series · isiZulu','Tonight · English','Crime · Afrikaans'][i]!,title:rows.find(r=>r.slug===s)} as any)),shelves,channels:chans.map(channelCard),categories:cats}),
 channels:async()=>({channels:chans.map(channelCard),categories:cats}),
 channel:async(slug:string)=>{const c=chans.find(c=>c.slug===slug); return c&&{...channelCard(c),description:c.description,hero:heroOf('channel',artOf(c)),shelves:shelves.slice(0,2),categories:cats,titles:cards}},
 video:async(slug:string)=>{const r=rows.find(r=>r.slug===slug); if(slug==='boom') throw new Error('boom'); return r&&videoPage(r,rows.filter(x=>x!==r).slice(0,7))},similar:async()=>[],terms:async()=>termsOf(op as any),privacyPolicy:async()=>privacyPolicyOf(op as any)};
const port=Number(process.env.P??4700);
const app=await createHttpApp({logger:pino({level:'warn'}) as any,trustProxy:[]});
await app.register(iconRoutes());
await mkdir('/tmp/flow/pics',{recursive:true});
app.get('/pictures/:kind/:name',async(req:any,reply:any)=>{const n=parsePictureName(req.params.name)!;const f='/tmp/flow/pics/'+req.params.kind+'-'+req.params.name;let b=await readFile(f).catch(()=>undefined);if(!b){b=await makePicture(specOf(req.params.kind).drawing,arts.get(n.slug)!,n.width,n.format);await writeFile(f,b)}
 return reply.type(n.format==='jpg'?'image/jpeg':'image/'+n.format).header('cache-control','public, max-age=31536000, immutable').send(b)});

const API='http://127.0.0.1:4701';
app.removeAllContentTypeParsers(); app.addContentTypeParser('*',{parseAs:'buffer'},(_r:any,b:any,d:any)=>d(null,b));
app.all('/api/*',async(req:any,reply:any)=>{const h:any={...req.headers};delete h['content-length'];delete h.connection;const r=await fetch(API+req.url,{method:req.method,headers:h,body:req.method==='GET'?undefined:req.body,redirect:'manual'});
 reply.code(r.status);for(const c of r.headers.getSetCookie())reply.header('set-cookie',c);reply.type(r.headers.get('content-type')??'application/json');return reply.send(Buffer.from(await r.arrayBuffer()))});
import { GUARD_SCRIPT_HASH } from '/work/main/apps/server/src/fraud/guard/guard.script.ts';
await app.register(await createPages({pageData:data,config:{brand:{name:'Bonisa',carrier:'Demo Mobile',supportNumber:'080 000 0000',supportEmail:'help@bonisa.example'},publicUrl:`http://127.0.0.1:${port}`,demo:true},catalogueVersion:()=>1,clock:{now:()=>new Date()},buildDir:process.env.BUILD??'/tmp/flow/web/build',csp:{'script-src':[`'${GUARD_SCRIPT_HASH}'`]},reportError:(e)=>console.error(e)}));
await app.listen({port,host:'127.0.0.1'});
console.log('up',port);
