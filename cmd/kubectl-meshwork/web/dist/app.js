var ft,T,Yn,an,me,jn,Jn,Zn,nn,lt,Le,Qn,sn,on,rn,gi,dt={},pt=[],vi=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
mt=Array.isArray;function le(e,t){for(var n in t)e[n]=t[n];return e}function ln(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function cn(e,t,n){var r,i,a,s={};for(a in t)a=="key"?r=t[a]:a=="ref"?i=t[a]:s[a]=t[a];if(arguments.length>2&&(s.children=
arguments.length>3?ft.call(arguments,2):n),typeof e=="function"&&e.defaultProps!=null)for(a in e.defaultProps)s[a]===void 0&&
(s[a]=e.defaultProps[a]);return ct(e,s,r,i,null)}function ct(e,t,n,r,i){var a={type:e,props:t,key:n,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:i??++Yn,__i:-1,__u:0};return i==null&&T.vnode!=null&&T.vnode(a),a}function y(e){return e.children}function ne(e,t){this.props=e,this.context=t}function ye(e,t){if(t==null)return e.__?ye(
e.__,e.__i+1):null;for(var n;t<e.__k.length;t++)if((n=e.__k[t])!=null&&n.__e!=null)return n.__e;return typeof e.type=="f\
unction"?ye(e):null}function bi(e){if(e.__P&&e.__d){var t=e.__v,n=t.__e,r=[],i=[],a=le({},t);a.__v=t.__v+1,T.vnode&&T.vnode(
a),dn(e.__P,a,t,e.__n,e.__P.namespaceURI,32&t.__u?[n]:null,r,n??ye(t),!!(32&t.__u),i),a.__v=t.__v,a.__.__k[a.__i]=a,ro(r,
a,i),t.__e=t.__=null,a.__e!=n&&eo(a)}}function eo(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),eo(e)}function Vn(e){(!e.__d&&(e.__d=!0)&&me.push(e)&&
!ut.__r++||jn!=T.debounceRendering)&&((jn=T.debounceRendering)||Jn)(ut)}function ut(){try{for(var e,t=1;me.length;)me.length>
t&&me.sort(Zn),e=me.shift(),t=me.length,bi(e)}finally{me.length=ut.__r=0}}function to(e,t,n,r,i,a,s,l,p,c,u){var g,d,m,x,
v,_,$=r&&r.__k||pt,k=t.length;for(p=xi(n,t,$,p,k),g=0;g<k;g++)(m=n.__k[g])!=null&&(d=m.__i!=-1&&$[m.__i]||dt,m.__i=g,_=dn(
e,m,d,i,a,s,l,p,c,u),x=m.__e,m.ref&&d.ref!=m.ref&&(d.ref&&pn(d.ref,null,m),u.push(m.ref,m.__c||x,m)),v==null&&x!=null&&(v=
x),4&m.__u?(p=no(m,p,e),d.__e&&(d.__e=null)):typeof m.type=="function"&&_!==void 0?p=_:x&&(p=x.nextSibling),m.__u&=-7);return n.
__e=v,p}function xi(e,t,n,r,i){var a,s,l,p,c,u=n.length,g=u,d=0;for(e.__k=new Array(i),a=0;a<i;a++)(s=t[a])!=null&&typeof s!=
"boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[a]=
ct(null,s,null,null,null):mt(s)?s=e.__k[a]=ct(y,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[a]=
ct(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[a]=s,p=a+d,s.__=e,s.__b=e.__b+1,l=null,(c=s.__i=yi(s,n,p,g))!=-1&&
(g--,(l=n[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(i>u?d--:i<u&&d++),typeof s.type!="function"&&(s.__u|=4)):c!=p&&
(c==p-1?d--:c==p+1?d++:(c>p?d--:d++,s.__u|=4))):e.__k[a]=null;if(g)for(a=0;a<u;a++)(l=n[a])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=ye(l)),ao(l,l));return r}function no(e,t,n){var r,i;if(typeof e.type=="function"){for(r=e.__k,i=0;r&&i<r.length;i++)
r[i]&&(r[i].__=e,t=no(r[i],t,n));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=ye(e)),t=n.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function yi(e,t,n,r){var i,a,s,l=e.key,p=e.type,c=t[n],u=c!=null&&(2&c.__u)==0;if(c===null&&l==null||u&&l==c.key&&p==c.type)
return n;if(r>(u?1:0)){for(i=n-1,a=n+1;i>=0||a<t.length;)if((c=t[s=i>=0?i--:a++])!=null&&(2&c.__u)==0&&l==c.key&&p==c.type)
return s}return-1}function Gn(e,t,n){t[0]=="-"?e.setProperty(t,n??""):e[t]=n==null?"":typeof n!="number"||vi.test(t)?n:n+
"px"}function st(e,t,n,r,i){var a,s;e:if(t=="style")if(typeof n=="string")e.style.cssText=n;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)n&&t in n||Gn(e.style,t,"");if(n)for(t in n)r&&n[t]==r[t]||Gn(e.style,t,n[t])}else if(t[0]==
"o"&&t[1]=="n")a=t!=(t=t.replace(Qn,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+a]=n,n?r?n[Le]=r[Le]:(n[Le]=sn,e.addEventListener(t,a?rn:on,a)):e.removeEventListener(t,a?rn:on,a);else{
if(i=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=n??"";break e}catch{}typeof n=="function"||(n==null||n===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&n==1?"":n))}}function Xn(e){return function(t){if(this.l){var n=this.l[t.type+e];if(t[lt]==null)t[lt]=sn++;else if(t[lt]<
n[Le])return;return n(T.event?T.event(t):t)}}}function dn(e,t,n,r,i,a,s,l,p,c){var u,g,d,m,x,v,_,$,k,R,te,X,M,B,q,xe,h=t.
type;if(t.constructor!==void 0)return null;128&n.__u&&(p=!!(32&n.__u),a=[l=t.__e=n.__e]),(u=T.__b)&&u(t);e:if(typeof h==
"function"){g=s.length;try{if(k=t.props,R=h.prototype&&h.prototype.render,te=(u=h.contextType)&&r[u.__c],X=u?te?te.props.
value:u.__:r,n.__c?$=(d=t.__c=n.__c).__=d.__E:(R?t.__c=d=new h(k,X):(t.__c=d=new ne(k,X),d.constructor=h,d.render=_i),te&&
te.sub(d),d.state||(d.state={}),d.__n=r,m=d.__d=!0,d.__h=[],d._sb=[]),R&&d.__s==null&&(d.__s=d.state),R&&h.getDerivedStateFromProps!=
null&&(d.__s==d.state&&(d.__s=le({},d.__s)),le(d.__s,h.getDerivedStateFromProps(k,d.__s))),x=d.props,v=d.state,d.__v=t,m)
R&&h.getDerivedStateFromProps==null&&d.componentWillMount!=null&&d.componentWillMount(),R&&d.componentDidMount!=null&&d.
__h.push(d.componentDidMount);else{if(R&&h.getDerivedStateFromProps==null&&k!==x&&d.componentWillReceiveProps!=null&&d.componentWillReceiveProps(
k,X),t.__v==n.__v||!d.__e&&d.shouldComponentUpdate!=null&&d.shouldComponentUpdate(k,d.__s,X)===!1){t.__v!=n.__v&&(d.props=
k,d.state=d.__s,d.__d=!1),t.__e=n.__e,t.__k=n.__k,t.__k.some(function(se){se&&(se.__=t)}),pt.push.apply(d.__h,d._sb),d._sb=
[],d.__h.length&&s.push(d),l=ye(n);break e}d.componentWillUpdate!=null&&d.componentWillUpdate(k,d.__s,X),R&&d.componentDidUpdate!=
null&&d.__h.push(function(){d.componentDidUpdate(x,v,_)})}if(d.context=X,d.props=k,d.__P=e,d.__e=!1,M=T.__r,B=0,R)d.state=
d.__s,d.__d=!1,M&&M(t),u=d.render(d.props,d.state,d.context),pt.push.apply(d.__h,d._sb),d._sb=[];else do d.__d=!1,M&&M(t),
u=d.render(d.props,d.state,d.context),d.state=d.__s;while(d.__d&&++B<25);d.state=d.__s,d.getChildContext!=null&&(r=le(le(
{},r),d.getChildContext())),R&&!m&&d.getSnapshotBeforeUpdate!=null&&(_=d.getSnapshotBeforeUpdate(x,v)),q=u!=null&&u.type===
y&&u.key==null?io(u.props.children):u,l=to(e,mt(q)?q:[q],t,n,r,i,a,s,l,p,c),d.base=t.__e,t.__u&=-161,d.__h.length&&s.push(
d),$&&(d.__E=d.__=null)}catch(se){if(s.length=g,t.__v=null,p||a!=null){if(se.then){for(t.__u|=p?160:128;l&&l.nodeType==8&&
l.nextSibling;)l=l.nextSibling;a!=null&&(a[a.indexOf(l)]=null),t.__e=l}else if(a!=null)for(xe=a.length;xe--;)ln(a[xe])}else
t.__e=n.__e;t.__k==null&&(t.__k=n.__k||[]),se.then||oo(t),T.__e(se,t,n)}}else a==null&&t.__v==n.__v?(t.__k=n.__k,t.__e=n.
__e):l=t.__e=wi(n.__e,t,n,r,i,a,s,p,c);return(u=T.diffed)&&u(t),128&t.__u?void 0:l}function oo(e){e&&(e.__c&&(e.__c.__e=
!0),e.__k&&e.__k.some(oo))}function ro(e,t,n){for(var r=0;r<n.length;r++)pn(n[r],n[++r],n[++r]);T.__c&&T.__c(t,e),e.some(
function(i){try{e=i.__h,i.__h=[],e.some(function(a){a.call(i)})}catch(a){T.__e(a,i.__v)}})}function io(e){return typeof e!=
"object"||e==null||e.__b>0?e:mt(e)?e.map(io):e.constructor!==void 0?null:le({},e)}function wi(e,t,n,r,i,a,s,l,p){var c,u,
g,d,m,x,v,_=n.props||dt,$=t.props,k=t.type;if(k=="svg"?i="http://www.w3.org/2000/svg":k=="math"?i="http://www.w3.org/199\
8/Math/MathML":i||(i="http://www.w3.org/1999/xhtml"),a!=null){for(c=0;c<a.length;c++)if((m=a[c])&&"setAttribute"in m==!!k&&
(k?m.localName==k:m.nodeType==3)){e=m,a[c]=null;break}}if(e==null){if(k==null)return document.createTextNode($);e=document.
createElementNS(i,k,$.is&&$),l&&(T.__m&&T.__m(t,a),l=!1),a=null}if(k==null)_===$||l&&e.data==$||(e.data=$);else{if(a=k==
"textarea"&&$.defaultValue!=null?null:a&&ft.call(e.childNodes),!l&&a!=null)for(_={},c=0;c<e.attributes.length;c++)_[(m=e.
attributes[c]).name]=m.value;for(c in _)m=_[c],c=="dangerouslySetInnerHTML"?g=m:c=="children"||c in $||c=="value"&&"defa\
ultValue"in $||c=="checked"&&"defaultChecked"in $||st(e,c,null,m,i);for(c in $)m=$[c],c=="children"?d=m:c=="dangerouslyS\
etInnerHTML"?u=m:c=="value"?x=m:c=="checked"?v=m:l&&typeof m!="function"||_[c]===m||st(e,c,m,_[c],i);if(u)l||g&&(u.__html==
g.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(g&&(e.innerHTML=""),to(t.type=="template"?e.content:
e,mt(d)?d:[d],t,n,r,k=="foreignObject"?"http://www.w3.org/1999/xhtml":i,a,s,a?a[0]:n.__k&&ye(n,0),l,p),a!=null)for(c=a.length;c--;)
ln(a[c]);l&&k!="textarea"||(c="value",k=="progress"&&x==null?e.removeAttribute("value"):x!=null&&(x!==e[c]||k=="progress"&&
!x||k=="option"&&x!=_[c])&&st(e,c,x,_[c],i),c="checked",v!=null&&v!=e[c]&&st(e,c,v,_[c],i))}return e}function pn(e,t,n){
try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.current=t}catch(i){
T.__e(i,n)}}function ao(e,t,n){var r,i;if(T.unmount&&T.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.__e||pn(r,null,t)),
(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(a){T.__e(a,t)}r.base=r.__P=r.__n=null}if(r=
e.__k)for(i=0;i<r.length;i++)r[i]&&ao(r[i],t,n||typeof e.type!="function");n||ln(e.__e),e.__c=e.__=e.__e=void 0}function _i(e,t,n){
return this.constructor(e,n)}function so(e,t,n){var r,i,a,s;t==document&&(t=document.documentElement),T.__&&T.__(e,t),i=
(r=typeof n=="function")?null:n&&n.__k||t.__k,a=[],s=[],dn(t,e=(!r&&n||t).__k=cn(y,null,[e]),i||dt,dt,t.namespaceURI,!r&&
n?[n]:i?null:t.firstChild?ft.call(t.childNodes):null,a,!r&&n?n:i?i.__e:t.firstChild,r,s),ro(a,e,s),e.props.children=null}ft=pt.slice,T={__e:function(e,t,n,r){for(var i,a,s;t=t.__;)if((i=t.__c)&&!i.__)try{if((a=i.constructor)&&a.getDerivedStateFromError!=
null&&(i.setState(a.getDerivedStateFromError(e)),s=i.__d),i.componentDidCatch!=null&&(i.componentDidCatch(e,r||{}),s=i.__d),
s)return i.__E=i}catch(l){e=l}throw e}},Yn=0,an=function(e){return e!=null&&e.constructor===void 0},ne.prototype.setState=
function(e,t){var n;n=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=le({},this.state),typeof e=="function"&&(e=
e(le({},n),this.props)),e&&le(n,e),e!=null&&this.__v&&(t&&this._sb.push(t),Vn(this))},ne.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),Vn(this))},ne.prototype.render=y,me=[],Jn=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Zn=function(e,t){return e.__v.__b-t.__v.__b},ut.__r=0,nn=Math.random().
toString(8),lt="__d"+nn,Le="__a"+nn,Qn=/(PointerCapture)$|Capture$/i,sn=0,on=Xn(!1),rn=Xn(!0),gi=0;var Ue,W,un,lo,fn=0,vo=[],F=T,co=F.__b,po=F.__r,uo=F.diffed,fo=F.__c,mo=F.unmount,ho=F.__;function hn(e,t){F.__h&&F.__h(
W,e,fn||t),fn=0;var n=W.__H||(W.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function L(e,t){var n=hn(Ue++,3);!F.__s&&gn(n.__H,t)&&(n.__=e,n.u=t,W.__H.__h.push(n))}function He(e,t){var n=hn(Ue++,4);
!F.__s&&gn(n.__H,t)&&(n.__=e,n.u=t,W.__h.push(n))}function A(e){return fn=5,Q(function(){return{current:e}},[])}function Q(e,t){var n=hn(Ue++,7);return gn(n.__H,t)&&(n.__=e(),n.__H=t,n.__h=e),n.__}function ki(){for(var e;e=vo.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(ht),t.__h.some(mn),t.__h=[]}catch(n){t.__h=
[],F.__e(n,e.__v)}}}F.__b=function(e){W=null,co&&co(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),ho&&ho(
e,t)},F.__r=function(e){po&&po(e),Ue=0;var t=(W=e.__c).__H;t&&(un===W?(t.__h=[],W.__h=[],t.__.some(function(n){n.__N&&(n.
__=n.__N),n.u=n.__N=void 0})):(t.__h.some(ht),t.__h.some(mn),t.__h=[],Ue=0)),un=W},F.diffed=function(e){uo&&uo(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(vo.push(t)!==1&&lo===F.requestAnimationFrame||((lo=F.requestAnimationFrame)||Si)(ki)),
t.__H.__.some(function(n){n.u&&(n.__H=n.u,n.u=void 0)})),un=W=null},F.__c=function(e,t){t.some(function(n){try{n.__h.some(
ht),n.__h=n.__h.filter(function(r){return!r.__||mn(r)})}catch(r){t.some(function(i){i.__h&&(i.__h=[])}),t=[],F.__e(r,n.__v)}}),
fo&&fo(e,t)},F.unmount=function(e){mo&&mo(e);var t,n=e.__c;n&&n.__H&&(n.__H.__.some(function(r){try{ht(r)}catch(i){t=i}}),
n.__H=void 0,t&&F.__e(t,n.__v))};var go=typeof requestAnimationFrame=="function";function Si(e){var t,n=function(){clearTimeout(
r),go&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);go&&(t=requestAnimationFrame(n))}function ht(e){var t=W,
n=e.__c;typeof n=="function"&&(e.__c=void 0,n()),W=t}function mn(e){var t=W;e.__c=e.__(),W=t}function gn(e,t){return!e||
e.length!==t.length||t.some(function(n,r){return n!==e[r]})}var Mi=Symbol.for("preact-signals");function xt(){if(ce>1)ce--;else{var e,t=!1;for((function(){var i=vt;for(vt=void 0;i!==
void 0;){var a=i.S;if(a.v===i.v)for(var s=a.t;s!==void 0;s=s.x)s.i===i.i&&(s.i=a.i);i=i.o}})();qe!==void 0;){var n=qe;for(qe=
void 0,gt++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&xo(n))try{n.c()}catch(i){t||(e=i,t=!0)}n=r}}if(gt=0,ce--,
t)throw e}}function Me(e){if(ce>0)return e();vn=++Ti,ce++;try{return e()}finally{xt()}}var Be,P=void 0;function We(e){var t=P,
n=Be;P=void 0,Be=void 0;try{return e()}finally{P=t,Be=n}}var qe=void 0,ce=0,gt=0,Ti=0,vn=0,vt=void 0,bt=0;function bo(e){
if(P!==void 0){var t=e.n;if(t===void 0||t.t!==P)return t={i:0,S:e,p:P.s,n:void 0,t:P,e:void 0,x:void 0,r:t},P.s!==void 0&&
(P.s.n=t),P.s=t,e.n=t,32&P.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=P.
s,t.n=void 0,P.s.n=t,P.s=t),t}}function z(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}z.prototype.brand=Mi;z.prototype.h=function(){return!0};z.prototype.S=function(e){
var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n!==void 0?n.e=e:We(function(){var r;(r=t.W)==null||r.call(t)}))};
z.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=
n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&We(function(){var i;(i=t.Z)==null||i.call(t)}))}};z.prototype.subscribe=
function(e){var t=this;return oe(function(){var n=t.value;We(function(){return e(n)})},{name:"sub"})};z.prototype.valueOf=
function(){return this.value};z.prototype.toString=function(){return this.value+""};z.prototype.toJSON=function(){return this.
value};z.prototype.peek=function(){var e=this;return We(function(){return e.value})};Object.defineProperty(z.prototype,"\
value",{get:function(){var e=bo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(gt>100)throw new Error(
"Cycle detected");(function(n){ce!==0&&gt===0&&n.l!==vn&&(n.l=vn,vt={S:n,v:n.v,i:n.i,o:vt})})(this),this.v=e,this.i++,bt++,
ce++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{xt()}}}});function U(e,t){return new z(e,t)}function xo(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function yo(e){for(var t=e.s;t!==void 0;t=t.n){
var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function wo(e){for(var t=e.s,n=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=n}function we(e,t){z.call(this,void 0,t),this.x=e,this.s=void 0,this.g=bt-1,this.f=4}we.prototype=new z;we.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===bt))return!0;if(this.g=bt,this.f|=
1,this.i>0&&!xo(this))return this.f&=-2,!0;var e=P;try{yo(this),P=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(n){this.v=n,this.f|=16,this.i++}return P=e,wo(this),this.f&=-2,!0};we.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}z.prototype.S.call(this,e)};we.prototype.
U=function(e){if(this.t!==void 0&&(z.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};we.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
we.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=bo(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function he(e,t){return new we(e,t)}function _o(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){ce++;var n=P;P=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,bn(e),r}finally{P=n,xt()}}}function bn(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,_o(e)}function Ci(e){if(P!==this)throw new Error("Out-of-o\
rder effect");wo(this),P=e,this.f&=-2;try{8&this.f&&bn(this)}finally{xt()}}function Te(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,Be&&Be.push(this)}Te.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Te.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,_o(this),yo(this),ce++;var e=P;return P=this,Ci.bind(this,e)};Te.
prototype.N=function(){2&this.f||(this.f|=2,this.u=qe,qe=this)};Te.prototype.d=function(){this.f|=8,1&this.f||bn(this)};
Te.prototype.dispose=function(){this.d()};function oe(e,t){var n=new Te(e,t);try{n.c()}catch(i){throw n.d(),i}var r=n.d.
bind(n);return r[Symbol.dispose]=r,r}var xn,Ce,yt,$i=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,ko=[],So=[];oe(function(){xn=this.N})();function $e(e,t){
T[e]=t.bind(null,T[e]||function(){})}function Ke(e){if(yt){var t=yt;yt=void 0,t()}yt=e&&e.S()}function Mo(e){var t=this,
n=e.data,r=S(n);r.name="ReactiveDom",r.value=n;var i=Q(function(){for(var l=t,p=t.__v;p=p.__;)if(p.__c){p.__c.__$f|=4;break}
var c=he(function(){var m=r.value.value;return m===0?0:m===!0?"":m||""}),u=he(function(){return!Array.isArray(c.value)&&
!an(c.value)}),g=oe(function(){if(this.N=To,u.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=m)}}),d=t.__$u.d;return t.__$u.d=function(){g(),d.call(this)},[u,c]},[]),a=i[0],s=i[1];return a.value?s.peek():s.value}
Mo.displayName="ReactiveTextNode";Object.defineProperties(z.prototype,{constructor:{configurable:!0,value:cn(y,null).constructor},
type:{configurable:!0,value:Mo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});$e("__b",function(e,t){if(Ke(),Ce=void 0,typeof t.type=="string"){var n,r=t.props;for(var i in r)
if(i!=="children"){var a=r[i];a instanceof z&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)});$e("__r",function(e,t){if(e(
t),t.type!==y){Ke();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=(function(i,a){var s;return oe(function(){
s=this},{name:a}),s.c=i,s})((function(i){return function(){var a;$i&&((a=this.y)==null||a.call(this)),i.__$f|=1,i.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Ce=r,Ke(n)}});$e("__e",function(e,t,n,r){Ke(),
Ce=void 0,e(t,n,r)});$e("diffed",function(e,t){Ke(),Ce=void 0;var n;if(typeof t.type=="string"&&(n=t.__e)){var r=t.__np,
i=t.props,a=n.U;if(a)for(var s in a){var l=a[s];l===void 0||r&&s in r||(l.d(),a[s]=void 0)}if(r){a||(a={},n.U=a);for(var p in r){
var c=a[p],u=r[p];c===void 0?(c=Ei(n,p,u,i),a[p]=c):c.o(u,i)}}}e(t)});function Ei(e,t,n,r){var i=t in e&&e.ownerSVGElement===
void 0,a=U(n);return{o:function(s,l){a.value=s,r=l},d:oe(function(){this.N=To;var s=a.value.value;r[t]!==s&&(r[t]=s,i?e[t]=
s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}$e("unmount",function(e,t){if(typeof t.type==
"string"){var n=t.__e;if(n){var r=n.U;if(r){n.U=void 0;for(var i in r){var a=r[i];a&&a.d()}}}var s=t.__np;if(s){var l=t.
props;for(var p in s)l[p]=s[p]}t.__np=void 0}else{var c=t.__c;if(c){c.__$f|=8;var u=c.__$u;u&&(c.__$u=void 0,u.d())}}e(t)});
$e("__h",function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)});ne.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var a=2&this.
__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!==
"__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function S(e,t){return Q(
function(){return U(e,t)},[])}function ge(e,t){var n=A(e);return n.current=e,Ce.__$f|=4,Q(function(){return he(function(){
return n.current()},t)},[])}var Pi=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
n),cancelAnimationFrame(r),e()},n=setTimeout(t,35),r=requestAnimationFrame(t)},Ni=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function Ri(){Me(function(){for(var e;e=ko.shift();)xn.call(e)})}function Ai(){ko.push(this)===1&&(T.
requestAnimationFrame||Pi)(Ri)}function Oi(){Me(function(){for(var e;e=So.shift();)xn.call(e)})}function To(){So.push(this)===
1&&(T.requestAnimationFrame||Ni)(Oi)}function wt(e,t){var n=A(e);n.current=e;var r=Ce;L(function(){return oe(function(){
if(this.N=Ai,!(r&&8&r.__$f))return n.current()},t)},[])}var Ee=U(Date.now());function Co(){window.setInterval(()=>{document.hidden||(Ee.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{Ee.value=Date.now()})}var _t=U({path:window.location.pathname,search:window.location.search}),_e=he(()=>Fi(_t.value.path)),ke=he(()=>_t.value.
search),je=U(0);function Fi(e){let[,t="",n="",r="",...i]=e.replace(/\/+$/,"").split("/");return i.length>0?{page:"unknow\
n"}:t===""&&n===""?{page:"overview"}:t==="addresses"&&n===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:n===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:$o(n),name:$o(r)}}function re(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function ie(e,t="push"){try{t==="push"?window.history.pushState(null,"",e):window.history.
replaceState(null,"",e)}catch{}let{pathname:n,search:r}=new URL(e,window.location.origin);_t.value={path:n,search:r},t===
"push"&&je.value++}function Eo(){window.addEventListener("popstate",()=>{_t.value={path:window.location.pathname,search:window.
location.search},je.value++}),document.addEventListener("click",Di)}function Di(e){if(e.defaultPrevented||e.button!==0||
e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof Element?e.target.closest("a"):null;if(t===null||
!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;let n=new URL(t.href,window.location.href),r=n.
pathname===window.location.pathname&&n.hash!=="";n.origin!==window.location.origin||r||(e.preventDefault(),ie(n.pathname+
n.search))}function $o(e){try{return decodeURIComponent(e)}catch{return e}}var wn="meshwork-token";function _n(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(zi(e[1]),ie(window.location.pathname+window.location.search,"replace"),!0)}var yn="";function zi(e){yn=e;try{localStorage.
setItem(wn,e)}catch{}}function kt(){try{return localStorage.getItem(wn)??yn}catch{return yn}}function Po(e){window.addEventListener(
"storage",t=>{t.key===wn&&e()}),window.addEventListener("hashchange",()=>{_n()&&e()})}function St(e,t){let n={headers:{Authorization:`\
Bearer ${kt()}`},cache:"no-store"};return t!==void 0&&(n.signal=t),fetch(e,n)}var No=500,Ii=5e3,Li=4e3,Ro=8e3,Mt=class{constructor(t,n){this.onUpdate=t;this.topics=n}onUpdate;topics;phase=U("connect\
ing");reconnected=U(!1);heard=U(Date.now());silence;socket;pause=No;retry;wasOpen=!1;open(){if(window.clearTimeout(this.
retry),window.clearTimeout(this.silence),this.leave(),kt()===""){this.phase.value="refused";return}let t=new URL("/api/w\
atch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let n;try{n=new WebSocket(t,["meshwork.dev",kt()])}catch{
this.phase.value="refused";return}this.socket=n,this.awaitMessage(),n.onopen=()=>this.opened(n),n.onmessage=r=>this.received(
r.data),n.onclose=()=>{this.socket===n&&this.closed()}}send(t){this.socket?.readyState===WebSocket.OPEN&&this.socket.send(
JSON.stringify(t))}awaitMessage(){window.clearTimeout(this.silence),this.silence=window.setTimeout(()=>{this.phase.value=
"silent",this.open()},Ro)}hear(){this.heard.value=Date.now(),this.awaitMessage()}opened(t){this.hear(),this.pause=No;for(let n of this.
topics())t.send(JSON.stringify({subscribe:n}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.
value=!1},Li)),this.wasOpen=!0,this.phase.value="open"}received(t){if(this.hear(),typeof t!="string")return;let n;try{n=
JSON.parse(t)}catch{return}typeof n?.topic=="string"&&n.topic!==""&&this.onUpdate(n)}leave(){let t=this.socket;this.socket=
void 0,t?.close()}async closed(){this.socket=void 0,window.clearTimeout(this.silence);let t=await Ui();this.socket===void 0&&
(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.pause=Math.min(Ii,this.
pause*1.6)))}};async function Ui(){try{return(await St("/api/session",AbortSignal.timeout(Ro))).status===401?"refused":"\
interrupted"}catch(e){return e instanceof DOMException&&e.name==="TimeoutError"?"silent":"ended"}}var Hi=2e3,Bi=4,Tt=class{constructor(t,n,r,i=()=>performance.now()){this.send=t;this.schedule=n;this.linger=r;this.now=i}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let n=this.topics.has(t),r=this.topic(t);r.subscribers++,n||this.send({subscribe:t});let i=!1,a=()=>{i||(i=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:a}}dropOldest(){let t=[...this.topics].filter(
([,n])=>n.subscribers===0);for(let[n,r]of t.slice(0,-Bi))this.drop(n,r)}drop(t,n){n.subscribers>0||this.topics.get(t)!==
n||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let n=new Set;for(let r of t){
let i=this.topics.get(r.topic);i!==void 0&&(this.change(i,r),n.add(i))}Me(()=>{for(let r of n)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,n){let r=this.now();n.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[i,
a]of t.changed)r-a>Hi&&t.changed.delete(i);for(let i of n.remove??[])t.entries.delete(i),t.changed.delete(i);for(let[i,a]of Object.
entries(n.set??{}))t.entries.set(i,a),n.reset!==!0&&t.changed.set(i,r)}topic(t){let n=this.topics.get(t);if(n===void 0){
let r=new Map,i=new Map;n={entries:r,changed:i,state:U({loaded:!1,entries:r,changed:i}),subscribers:0},this.topics.set(t,
n)}return n}};function O(e,t){return e.entries.get(t)}function D(e,t){return de(e,t).map(([,n])=>n)}function de(e,t){let n=`${t}\
/`,r=[];for(let[i,a]of e.entries)i.startsWith(n)&&r.push([i.slice(n.length),a]);return r}var qi=250,Wi=2e4;function Ki(e){let t=window.requestAnimationFrame(()=>{window.clearTimeout(n),e()}),n=window.setTimeout(
()=>{window.cancelAnimationFrame(t),e()},qi)}var kn=new Tt(e=>V.send(e),Ki,e=>{window.setTimeout(e,Wi)}),V=new Mt(e=>kn.
receive(e),()=>kn.names()),Ao={loaded:!1,entries:new Map,changed:new Map};function ae(e){let t=S(void 0),n=S(Ao);return L(
()=>{let r=kn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.end()}},[e]),wt(()=>{n.value=t.value?.value??Ao}),
n}var Oo="meshwork-theme",Ct=["system","light","dark"],pe=U(ji());function Fo(){pe.value=Ct[(Ct.indexOf(pe.value)+1)%Ct.length]??
"system"}function Do(){oe(()=>{document.documentElement.dataset.theme=pe.value;try{localStorage.setItem(Oo,pe.value)}catch{}})}
function ji(){try{let e=localStorage.getItem(Oo);return Ct.find(t=>t===e)??"system"}catch{return"system"}}var Vi=0;function o(e,t,n,r,i,a){t||(t={});var s,l,p=t;if("ref"in p)for(l in p={},t)l=="ref"?s=t[l]:p[l]=t[l];var c={type:e,props:p,
key:n,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Vi,__i:-1,__u:0,__source:i,__self:a};if(typeof e==
"function"&&(s=e.defaultProps))for(l in s)p[l]===void 0&&(p[l]=s[l]);return T.vnode&&T.vnode(c),c}function j({title:e,children:t,aside:n,id:r,kind:i=""}){let a=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return o(
"section",{class:`panel ${i}`,"aria-labelledby":a,id:r,children:[o("header",{class:"panel-head",children:[o("h2",{id:a,children:e}),
n]}),t]})}function N({title:e,children:t}){return o("div",{class:"nothing",children:[o("p",{class:"nothing-title",children:e}),
t!==void 0&&o("p",{children:t})]})}function K({lines:e=4,label:t}){return o("div",{class:"skeleton",role:"status",children:[
o("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(n,r)=>o("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Gi=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function C(e,t="nothing"){return e.replace(Gi,n=>t==="lines"&&(n===`
`||n==="	")?n:n===`
`?" \u23CE ":`\u27E8U+${(n.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function zo(e,t){let n=Date.
parse(e);if(Number.isNaN(n)||n<=0)return"";let r=Sn(Math.abs(t-n));return n>t+1e3?`in ${r}`:`${r} ago`}function Sn(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let n=Math.floor(t/60);if(n<120)return`${n}m`;let r=Math.floor(n/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function Pe(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function b(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Xi(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Xi(e){
let t=e.toString(2),n=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(n)?"":"\u2248 "}${Yi(n)}`}function Yi(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function H(e,t,n=`${t}\
s`){return`${b(e)} ${e===1?t:n}`}function Mn(e,t){if(e.length<=t)return e;let n=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-n)}\u2026${e.slice(e.length-n)}`}var Ji={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function E({
shape:e,color:t,label:n}){let r=n===void 0?{"aria-hidden":!0}:{role:"img","aria-label":n};return o("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:o("path",{d:Ji[e]})})}var Io={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function G({
mark:e}){let t=Io[e??"Neutral"]??Io.Neutral;return o(E,{...t})}function $t({tone:e}){return o(G,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var Tn={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"cauti\
on",word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Confl\
ict"},NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},
NotInMesh:{shape:"dash",color:"neutral",word:"Not in mesh"}};function Lo(e){return Tn[e]?.word??e}function Et({state:e}){
let t=Tn[e]??Tn.Unknown;return o("span",{class:`state ${t.color}`,children:[o(E,{shape:t.shape,color:t.color}),o("span",
{children:t.word})]})}function f({value:e}){return o("bdi",{children:C(e)})}function ue({value:e}){let t=C(e);return o("bdi",{class:"name",title:t,
children:t})}function Y({time:e}){return e===""?null:o("time",{dateTime:e,title:C(e),children:zo(e,Ee.value)})}function Ve({namespace:e,service:t}){return e===void 0||t===void 0?"":`${e}/${t}`}function Pt({address:e}){let{namespace:t,
service:n}=e;return t===void 0||n===void 0?null:o("a",{href:re(t,n),children:o(f,{value:Ve(e)})})}function Ge(e){return e.includes(":")?Qi(e):Zi(e)}function Zi(e){let t=e.split(".");if(!(t.length!==4||t.some(n=>!/^\d{1,3}$/.
test(n)||Number(n)>255)))return t.reduce((n,r)=>n<<8n|BigInt(r),0n)}function Qi(e){let t=e.split("::");if(t.length>2)return;
let n=t.map(l=>l===""?[]:l.split(":")),[r=[],i=[]]=n,a=t.length===2?8-r.length-i.length:0,s=[...r,...Array.from({length:Math.
max(0,a)},()=>"0"),...i];if(!(s.length!==8||s.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return s.reduce((l,p)=>l<<16n|BigInt(
`0x${p}`),0n)}function Uo(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(a=>e>>a&255n).join(".");let n=Array.from({length:8},
(a,s)=>(e>>BigInt(112-16*s)&0xffffn).toString(16)),{start:r,length:i}=ea(n);return i<2?n.join(":"):`${n.slice(0,r).join(
":")}::${n.slice(r+i).join(":")}`}function ea(e){let t={start:0,length:0},n=0;return e.forEach((r,i)=>{r!=="0"?n=i+1:i-n+
1>t.length&&(t={start:n,length:i-n+1})}),t}var Cn=200,Ho={Used:{word:"Used",color:"neutral",shape:"dot"},CoolingDown:{word:"Cooling down",color:"caution",shape:"cl\
ock"},Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};
function Bo({addresses:e}){let t=S(Cn),n=new URLSearchParams(ke.value).get("q")??"",r=e.filter(a=>na(a).includes(n.trim().
toLowerCase())).sort(oa),i=a=>ie(a===""?"/addresses":`/addresses?q=${encodeURIComponent(a)}`,"replace");return o(j,{title:"\
All addresses",aside:o("label",{class:"search",children:[o("span",{class:"unseen",children:"Search addresses"}),o("input",
{type:"search",placeholder:"Search address or Service",value:n,spellcheck:!1,autocomplete:"off",onInput:a=>i(a.currentTarget.
value)})]}),children:[o("p",{class:"quiet",children:[b(r.length)," of ",b(e.length)," addresses"]}),o("div",{class:"tabl\
e-box",tabIndex:0,role:"region","aria-label":"Addresses",children:o("table",{class:"address-table",children:[o("thead",{
children:o("tr",{children:["Address","State","Service","Mesh","Range"].map(a=>o("th",{scope:"col",children:a},a))})}),o(
"tbody",{children:r.slice(0,t.value).map(a=>o(ta,{address:a},`${a.mesh} ${a.ip}`))})]})}),r.length>t.value&&o("button",{
type:"button",class:"button",onClick:()=>{t.value+=Cn},children:["Show ",b(Math.min(Cn,r.length-t.value))," more"]})]})}
function ta({address:e}){let t=Ho[e.state]??Ho.Reserved;return o("tr",{children:[o("td",{class:"ip",children:o(f,{value:e.
ip})}),o("td",{children:o("span",{class:`state ${t.color}`,children:[o(E,{shape:t.shape,color:t.color}),t.word]})}),o("t\
d",{children:o(Pt,{address:e})}),o("td",{children:o(f,{value:e.mesh})}),o("td",{children:o(f,{value:e.range})})]})}function na(e){
return`${e.ip} ${Ve(e)} ${e.mesh} ${e.state}`.toLowerCase()}function oa(e,t){let[n,r]=[Ge(e.ip)??0n,Ge(t.ip)??0n];return n<
r?-1:n>r?1:0}function Nt(e){let t=A(null),n=S(0);return He(()=>{let r=t.current;if(r===null)return;let i=new ResizeObserver(()=>{n.value=
r.clientWidth});return i.observe(r),n.value=r.clientWidth,()=>i.disconnect()},[e]),{box:t,width:n}}var Rt=1024n,ra=1n<<20n,ia=256n;function qo(e,t){let n=aa(e);if(n===void 0)return;let r=t.map(u=>({address:u,offset:sa(u)})).
filter(({offset:u})=>u>=0n&&u<n.size);if(r.length===0&&n.size>Rt)return;let i=la(n.size,r.map(({offset:u})=>u)),a=i.size<=
Rt?1n:(i.size+Rt-1n)/Rt,s=new Map;for(let{address:u,offset:g}of r){let d=Number((g-i.first)/a),m=s.get(d);m===void 0?s.set(
d,[u]):m.push(u)}let l=u=>Uo(n.first+u,e.family),p=Number((i.size+a-1n)/a);return{cells:Array.from({length:p},(u,g)=>{let d=i.
first+BigInt(g)*a,m=$n(d+a,i.first+i.size)-1n,x=s.get(g)??[];return{first:l(d),last:l(m),kind:ca(x),addresses:x,density:da(
x.length,a)}}),perCell:a,first:l(i.first),last:l(i.first+i.size-1n),whole:i.size===n.size}}function aa(e){let t=Ge(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function sa(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function la(e,t){if(e<=ra)return{first:0n,size:e};let n=t.reduce((a,s)=>$n(a,s),t[0]??0n),r=t.reduce((a,s)=>s>a?s:a,0n),
i=ia;for(;i<e&&n/i!==r/i;)i*=2n;return{first:n/i*i,size:$n(i,e)}}function ca(e){return e.some(t=>t.state==="Used")?"used":
e.some(t=>t.state==="CoolingDown")?"coolingDown":e.length>0?"reserved":"free"}function da(e,t){if(e===0)return 0;if(t===
1n)return 4;let n=e/Number(t);return n>.75?4:n>.5?3:n>.25?2:1}function $n(e,t){return e<t?e:t}function Wo(e,t,n,r){let i={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return n-
1;let a=i[e];if(a===void 0)return;let s=t+a;return s>=0&&s<n?s:Math.max(0,t)}function Ko({range:e,addresses:t,index:n}){let r=qo(e,t);return o("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[o("header",{class:"range-head",children:[o("h2",{children:o(f,{value:e.cidr})}),o("sp\
an",{class:"tag",children:["Mesh ",o(f,{value:e.mesh})]}),o("p",{class:"range-numbers",children:[o("strong",{children:b(
e.used)})," used, ",o("strong",{children:b(e.coolingDown)})," cooling down,"," ",o("strong",{children:b(e.available)}),"\
 available of ",b(e.size)]})]}),e.message!==void 0&&o("p",{class:"range-message",children:[o(E,{shape:"warning",color:"c\
aution"}),o("span",{children:o(f,{value:e.message})})]}),r!==void 0&&o(pa,{map:r,range:e,index:n}),r===void 0&&e.message===
void 0&&o("p",{class:"quiet",children:"No address of this range is in use."})]})}function pa({map:e,range:t,index:n}){let r=S(
-1),i=S(-1),a=ge(()=>i.value>=0?i.value:r.value),{box:s,width:l}=Nt(),p=ua(e.cells.length,l.value),c=Math.min(20,Math.floor(
l.value/p*10)/10),u=Math.ceil(e.cells.length/p),g=x=>`range-${n}-cell-${x}`,d=x=>{let v=Wo(x.key,r.value,e.cells.length,
p);v!==void 0&&(x.preventDefault(),r.value=v)},m=x=>{let v=x.target instanceof Element?x.target.closest("[data-cell]"):null;
return Number(v?.getAttribute("data-cell")??-1)};return o("div",{class:"map",ref:s,children:[o("svg",{class:"map-cells",
width:p*c,height:u*c,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,"aria-activedescendant":r.
value>=0?g(r.value):void 0,onKeyDown:d,onPointerOver:x=>{i.value=m(x)},onPointerLeave:()=>{i.value=-1},onClick:x=>{r.value=
m(x)},onFocus:()=>{r.value<0&&(r.value=0)},children:[o(ma,{index:n}),l.value>0&&e.cells.map((x,v)=>o("rect",{id:g(v),"da\
ta-cell":v,role:"option","aria-selected":v===r.value,"aria-label":ha(x,e.perCell),class:`map-cell ${x.kind} density-${x.
density}`,x:v%p*c+1,y:Math.floor(v/p)*c+1,width:c-2,height:c-2,rx:"2",fill:fa(x,n)},v)),a.value>=0&&o("rect",{class:"map\
-cursor",x:a.value%p*c,y:Math.floor(a.value/p)*c,width:c,height:c,rx:"3"})]}),o("p",{class:"map-scale quiet",children:[e.
first," to ",e.last,e.perCell>1n?`, ${b(e.perCell.toString())} addresses in a cell`:", one address in a cell",!e.whole&&
"; only the part of the range that is in use"]}),o(ga,{cell:e.cells[a.value],perCell:e.perCell,name:t.cidr})]})}function ua(e,t){
let n=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=n&&t/r>=10)??16}function fa(e,t){return e.kind==="coolingDown"?`ur\
l(#cooling-down-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function ma({index:e}){return o("defs",{children:[
o("pattern",{id:`cooling-down-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"rotate(45)",children:[
o("rect",{class:"pattern-ground",width:"5",height:"5"}),o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]}),o(
"pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[o("rect",{class:"pattern-grou\
nd",width:"4",height:"4"}),o("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var Pn={free:"free",used:"use\
d",coolingDown:"cooling down",reserved:"reserved"};function ha(e,t){let n=e.first===e.last?e.first:`${e.first} to ${e.last}`;
if(t>1n)return`${n}: ${e.addresses.length===0?Pn[e.kind]:`${H(e.addresses.length,"address","addresses")} taken`}`;let r=e.
addresses[0]===void 0?"":Ve(e.addresses[0]),i=r===""?"":` by ${C(r)}`;return`${n}: ${Pn[e.kind]}${i}`}var En=6;function ga({
cell:e,perCell:t,name:n}){return e===void 0?o("p",{class:"readout quiet",children:["Point at a cell of ",n,", or use the\
 arrow keys, to see who has its addresses."]}):o("p",{class:"readout",children:[o("strong",{children:e.first===e.last?e.
first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?Pn[e.kind]:`${b(e.addresses.length)} of ${b(t.toString())}\
 taken`,e.addresses.slice(0,En).map(r=>o("span",{class:"value",children:[t>1n&&o(y,{children:[r.ip," "]}),o(Pt,{address:r})]},
r.ip)),e.addresses.length>En&&o("span",{class:"value quiet",children:["and ",e.addresses.length-En," more"]})]})}function jo(){let e=ae("addresses").value,t=D(e,"range").sort((r,i)=>`${r.mesh} ${r.family} ${r.cidr}`<`${i.mesh} ${i.family}\
 ${i.cidr}`?-1:1),n=D(e,"address");return o("div",{class:"page addresses",children:[o("div",{class:"page-head",children:[
o("h1",{children:"Addresses"}),t.length>0&&o(va,{})]}),!e.loaded&&o(K,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&o(N,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",o("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,i)=>o(Ko,{range:r,index:i,addresses:n.filter(a=>a.range===
r.cidr&&a.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),n.length>0&&o(Bo,{addresses:n})]})}function va(){return o("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","cooling-down","reserved"].map(e=>o("li",{children:[o("\
svg",{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[o("defs",{children:o("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[o("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?o("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):o("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),o("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var ba=2e3;function Ne({text:e,label:t="Copy"}){let n=S(""),r=async()=>{try{await navigator.clipboard.writeText(e),n.value=
"Copied"}catch{n.value="Not copied"}window.setTimeout(()=>{n.value=""},ba)};return o("button",{type:"button",class:"butt\
on small",onClick:()=>{r()},children:o("span",{"aria-live":"polite",children:n.value||t})})}function At({document:e,without:t}){return o("div",{class:"document",children:e.blocks.map((n,r)=>n.kind===t?null:o(xa,{
block:n},r))})}function xa({block:e}){let t=e.text??"";switch(e.kind){case"headline":return o("p",{class:"headline",children:[
o(G,{mark:e.mark}),o("span",{children:o(f,{value:t})})]});case"heading":return o("h3",{children:o(f,{value:t})});case"it\
em":return o("div",{class:"item",children:[o(G,{mark:e.mark}),o("span",{class:"item-label",children:o(f,{value:e.label??
""})}),o("span",{class:"item-text",children:o(f,{value:t})})]});case"table":return o(ya,{rows:e.rows??[]});case"command":
return o(Xe,{text:t});case"remark":return o("p",{class:"remark",children:o(f,{value:t})});case"paragraph":return o("p",{
children:o(f,{value:t})});default:return null}}function Xe({text:e}){return o("div",{class:"command",children:[o("code",
{children:o(f,{value:e})}),o(Ne,{text:e})]})}function ya({rows:e}){let[t,...n]=e;return t===void 0?null:o("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":`Table: ${t[0]??""}`,children:o("table",{children:[o("thead",{children:o(
"tr",{children:t.map((r,i)=>o("th",{scope:"col",children:o(f,{value:r})},i))})}),o("tbody",{children:n.map((r,i)=>o("tr",
{children:r.map((a,s)=>o("td",{children:o(f,{value:a})},s))},i))})]})})}var wa=60;function Vo({state:e}){let t=de(e,"change").sort(([n],[r])=>Number(r)-Number(n)).slice(0,wa);return o(j,{title:"\
Changes",kind:"changes",children:[!e.loaded&&o(K,{label:"changes"}),e.loaded&&t.length===0&&o(N,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),o("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([n,r])=>o(_a,{change:r},n))})]})}function _a({change:e}){return o("l\
i",{children:[o($t,{tone:e.tone}),o("time",{dateTime:e.time,children:Pe(e.time)}),o("span",{children:[e.service!==""&&o(
"a",{href:re(e.namespace,e.service),children:o(f,{value:`${e.namespace}/${e.service}`})})," ",o(f,{value:e.text})]})]})}var ka={Yes:"Good",No:"Bad",Unknown:"Unclear"};function Go({manager:e}){return o(j,{title:"Manager",aside:o("span",{class:"\
quiet",children:["Namespace ",o(f,{value:e.namespace})]}),children:[o("div",{class:"item",children:[o(G,{mark:ka[e.leads]}),
o("span",{class:"item-label",children:"Leader"}),o("span",{class:"item-text",children:[e.leader!==void 0&&o("strong",{class:"\
leader",children:o(f,{value:e.leader})})," ",o(f,{value:e.message})]})]}),e.deployments?.map(t=>o("div",{class:"item",children:[
o(G,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),o("span",{class:"item-label",children:"Deployment"}),o("span",{
class:"item-text",children:[o(f,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",t.images.map(n=>o("code",{class:"\
image",children:o(f,{value:n})},n))]})]},t.name))]})}function ve({shares:e,label:t}){let n=e.reduce((a,s)=>a+s.value,0),r=0,i=e.map(a=>`${b(a.value)} ${a.word}`).join(", ");
return o("svg",{class:"bar",role:"img","aria-label":`${t}: ${i}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
o("rect",{class:"track",width:"100",height:"6"}),n>0&&e.map(a=>{let s=a.value===0?0:Math.max(2,a.value/n*100),l=o("rect",
{class:`fill-${a.color}`,x:r,width:Math.min(s,100-r),height:"6"},a.word);return r+=s,l})]})}function Yo({mesh:e}){let t=e.conditions.filter(n=>!n.true);return o("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[o("header",{children:[o("h3",{children:o("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:o(
ue,{value:e.name})})}),o("span",{class:"quiet",children:H(e.meshServices??0,"MeshService")}),e.mtls!==void 0&&o("span",{
class:"tag",children:["mTLS ",o(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&o("span",{class:"state good",children:[
o(E,{shape:"check",color:"good"}),"Ready"]})]}),t.map(n=>o("div",{class:"item",children:[o(G,{mark:"Bad"}),o("span",{class:"\
item-label",children:o(f,{value:n.type})}),o("span",{class:"item-text",children:[o(f,{value:n.message??""})," ",o("span",
{class:"tag",children:o(f,{value:n.reason})})]})]},n.type)),o("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&o(Xo,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&o(Xo,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&o(Sa,{certificates:e.
certificates})]})]})}function Xo({family:e,usage:t}){let n=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return o(y,{children:[o("dt",{children:[e," addresses"]}),
o("dd",{class:"usage",children:[o(ve,{label:`${e} addresses`,shares:n}),o("a",{href:"/addresses",children:[b(t.used)," u\
sed, ",b(t.available)," available"]}),r&&o("span",{class:"state bad",children:[o(E,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function Sa({certificates:e}){return o(y,{children:[o("dt",{children:"Certificates"}),o("dd",{children:[H(
e.pods,"Pod"),e.signingBackend!==void 0&&o(y,{children:[" from CA backend ",o("strong",{children:o(f,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&o(y,{children:["; the first expires ",o(Y,{time:e.firstExpiry})]}),(e.expired??0)>0&&o("span",{class:"\
state bad",children:[o(E,{shape:"warning",color:"bad"}),b(e.expired??0)," expired"]}),e.rotation!==void 0&&o("p",{class:"\
rotation",children:[o("span",{class:"tag",children:o(f,{value:e.rotation})})," ",o(f,{value:e.rotationMessage??""})]})]})]})}var Ma=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"];function Re(e){return Ma.indexOf(e)}function Jo({state:e,total:t}){let n=D(e,"problem").sort(Ta),r=Math.max(t,n.length),i=r>n.length&&o("a",{href:"/services\
?problem=true",children:["All ",b(r)]});return o(j,{title:"Problems",aside:o("span",{class:"quiet",children:i||n.length>
0&&b(n.length)}),children:[n.length===0&&o(N,{title:"Every Service is as it should be"}),o("ul",{class:"problems",children:n.
map(a=>o("li",{children:o("a",{href:re(a.namespace,a.name),children:[o(Et,{state:a.state}),o("span",{class:"problem-name",
children:o(f,{value:`${a.namespace}/${a.name}`})}),o("span",{class:"problem-text",children:o(f,{value:a.summary})})]})},
`${a.namespace}/${a.name}`))})]})}function Ta(e,t){return Re(e.state)-Re(t.state)||(`${e.namespace}/${e.name}`<`${t.namespace}\
/${t.name}`?-1:1)}var Ca=["namespace","name","mesh","state","endpoints"],be=["state","mesh","namespace","delegated","finding","problem"];var Zo={column:"namespace",descending:!1};function Qo(e){let t=new URLSearchParams(e),n=r=>t.get(r)??"";return{q:n("q"),
state:n("state"),mesh:n("mesh"),namespace:n("namespace"),delegated:n("delegated"),finding:n("finding"),problem:n("proble\
m")==="true"?"true":"",sort:$a(n("sort"))}}function er(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let a of be)
e[a]!==""&&t.set(a,e[a]);let{column:n,descending:r}=e.sort;(n!==Zo.column||r)&&t.set("sort",(r?"-":"")+n);let i=t.toString();
return i===""?"":`?${i}`}function $a(e){let t=e.startsWith("-"),n=t?e.slice(1):e,r=Ca.find(i=>i===n);return r===void 0?Zo:
{column:r,descending:t}}function Nn(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function Rn(e,t,n){if(n==="")return!0;let r=Nn(e,t);return n==="*"?r.length>0:r.includes(
n)}function tr(e,t,n){let r=new Map(e);return t!==""&&t!=="*"&&!r.has(t)&&r.set(t,0),[...r].sort(([a],[s])=>a<s?-1:1).map(
([a,s])=>({value:a,count:s,label:n.get(a)??a}))}function An(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(
" ")} ${e.findings.join(" ")}`.toLowerCase()}function On(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}function or({counts:e}){return o("ul",{class:"tiles","aria-label":"Counts",children:Ea(e).map(t=>o("li",{children:o("a",
{class:`tile ${t.color??""}`,href:t.href,children:[o("span",{class:"tile-label",children:t.label}),o("span",{class:"tile\
-value",children:[t.color!==void 0&&o(E,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),o("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function Ea(e){let t=n=>e.compared?b(n):"unknown";return[{label:"\
Services",value:b(e.services),note:`${b(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:b(e.withProblem),
note:"Services",href:"/services?problem=true",...Fn(e.withProblem)},{label:"Online",value:b(e.online),note:"Services",href:"\
/services?state=Online"},{label:"Offline",value:b(e.offline),note:"Services",href:"/services?state=Offline"},{label:"Mis\
sing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...nr(e.missing,e.compared)},{label:"In conf\
lict",value:t(e.conflicts),note:Pa(e),href:"/services?state=Conflict",...nr(e.conflicts,e.compared)},{label:"Delegated",
value:b(e.delegated),note:`${b(e.effective)} effective`,href:`/services?delegated=${"*"}`,...Fn(e.delegated-e.effective)}]}
function Pa(e){return e.foreign===0?"MeshServices":`MeshServices; ${b(e.foreign)} not Meshwork's`}function Fn(e){return e>
0?{color:"bad"}:{}}function nr(e,t){return t?Fn(e):{color:"caution"}}function rr(){let e=ae("overview").value,t=O(e,"status"),n=O(e,"counts"),r=O(e,"manager"),i=D(e,"mesh").sort((a,s)=>a.name<
s.name?-1:1);return o("div",{class:"page overview",children:[o("div",{class:"overview-head",children:[o("h1",{class:"uns\
een",children:"Overview"}),t!==void 0?o(Na,{status:t}):o(K,{label:"the overview",lines:2})]}),n!==void 0&&o(or,{counts:n}),
o("div",{class:"columns",children:[o("div",{class:"column",children:[e.loaded&&o(Jo,{state:e,total:n?.withProblem??0}),o(
j,{title:"Meshes",children:[i.map(a=>o(Yo,{mesh:a},a.name)),e.loaded&&i.length===0&&o(N,{title:"No Mesh found",children:"\
A Service needs a Mesh to be in one."}),!e.loaded&&o(K,{label:"Meshes",lines:5})]})]}),o("div",{class:"column",children:[
r!==void 0&&o(Go,{manager:r}),o(Vo,{state:e})]})]}),t!==void 0&&o("details",{class:"panel as-text",children:[o("summary",
{children:"As text"}),o(At,{document:t.document})]})]})}function Na({status:e}){let t=e.document.blocks.find(i=>i.kind===
"headline"),n=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Problems found.");return o("\
p",{class:`health ${n.toLowerCase()}`,"data-testid":"health",children:[o(G,{mark:n}),o("span",{children:o(f,{value:r})})]})}var Ra={title:"600 12px",plain:"400 12px",small:"400 11.5px"},Aa=5e3,Ot=new Map,Ft;function Se(e,t){let n=`${t} ${e}`,r=Ot.
get(n);if(r===void 0){if(Ft??=document.createElement("canvas").getContext("2d"),Ft===null)return e.length*7;Ft.font=`${Ra[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=Ft.measureText(e).width,Ot.size>=Aa&&Ot.clear(),Ot.set(n,r)}return r}function J(e,t,n){
let r=C(e);if(Se(r,n)<=t)return r;let[i,a]=[3,r.length];for(;i<a;){let s=Math.ceil((i+a)/2);Se(Mn(r,s),n)<=t?i=s:a=s-1}return Mn(
r,i)}var ir=450,Oa=100,Fa=window.matchMedia("(prefers-reduced-motion: reduce)");function Dt(e){let t=A(new Map),n=A(new Map),
r=S(0);r.value;let i=new Map(e.map(l=>[l.id,l])),a=Fa.matches?[]:[...t.current].filter(([l])=>!i.has(l));if(a.length<=Oa)
for(let[l,p]of a)n.current.set(l,{node:p,until:performance.now()+ir});for(let[l,p]of n.current)(i.has(l)||p.until<=performance.
now())&&n.current.delete(l);t.current=i;let s=n.current.size;return L(()=>{if(s===0)return;let l=window.setTimeout(()=>{
r.value++},ir+20);return()=>window.clearTimeout(l)},[s,a.length]),[...n.current.values()].map(l=>l.node)}function ar(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.meshServices,...e.endpoints.endpoints]}var Da={
ArrowRight:[1,0],ArrowLeft:[-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function sr(e,t,n){if(e==="Home")return n[0]?.id;if(e===
"End")return n.at(-1)?.id;let r=Da[e],i=n.find(s=>s.id===t);if(r===void 0||i===void 0)return;let a;for(let s of n){if(s.
id===t)continue;let[l,p]=za(i,s,r),c=l+p*3;l>0&&(a===void 0||c<a.cost)&&(a={id:s.id,cost:c})}return a?.id}function za(e,t,[
n,r]){let i=t.x-e.x,a=t.y+t.height/2-e.y-e.height/2;return n!==0?[i*n,Math.abs(a)]:[a*r,Math.abs(i)]}var w={service:"service",meshServices:"meshServices",meshService:e=>`meshService/${e}`,manager:e=>`manager/${e}`,slice:e=>`\
slice/${e}`,zone:e=>`zone/${e}`,node:(e,t)=>`node/${e}/${t}`,endpoint:e=>`endpoint/${e}`};function cr(e,t){let n=D(t,"me\
shService").sort((r,i)=>lr(r)-lr(i)||Dn(r,i));return{service:e,meshServices:n,byPod:new Map(n.flatMap(r=>r.pod===void 0?
[]:[[r.pod,r]])),slices:D(t,"slice").sort((r,i)=>Number(i.ours)-Number(r.ours)||zt(r.manager,i.manager)||Dn(r,i)),endpoints:D(
t,"endpoint").sort((r,i)=>zt(r.zone,i.zone)||zt(r.node,i.node)||Dn(r,i))}}function It(e){return e.state==="Exists"&&e.online>
0}function Ye(e,t){if(!e.service.headless)return e.meshServices;let n=e.byPod.get(t.name);return n===void 0?[]:[n]}function dr(e){
return{ready:e.filter(t=>t.state==="Ready").length,all:e.length}}var Oe={Ready:"ready",NotReady:"not ready",TerminatingServing:"\
terminating, still serving",Terminating:"terminating"};function lr(e){return e.state!=="Exists"?0:e.online>0?2:1}function Dn(e,t){
return zt(e.name,t.name)}function zt(e,t){return e<t?-1:e>t?1:0}function pr(e,t){let n=new Set;if(t===""||t===w.service)return n;let r=Ia(e,t),i=e.slices.find(s=>w.slice(s.name)===t),a=e.
meshServices.find(s=>w.meshService(s.name)===t);if(r.length===0&&i===void 0&&a===void 0)return n;n.add(w.service).add(t);
for(let s of r)La(n,e,s,t);if(i!==void 0&&n.add(w.manager(i.manager)),!e.service.headless)for(let s of e.meshServices)fr(
n,s,t);return a!==void 0&&n.add(w.meshServices),n}function ur(e,{from:t,to:n}){return e.has(t)&&e.has(n)}function Ia(e,t){
let n=e.meshServices.find(r=>w.meshService(r.name)===t);return n!==void 0?e.endpoints.filter(r=>Ye(e,r).includes(n)):e.endpoints.
filter(r=>w.endpoint(r.name)===t||w.node(r.zone,r.node)===t||w.zone(r.zone)===t||r.slices.some(i=>w.slice(i)===t))}function La(e,t,n,r){
e.add(w.endpoint(n.name)).add(w.node(n.zone,n.node)).add(w.zone(n.zone));for(let i of t.slices)(r.startsWith("slice/")?w.
slice(i.name)===r:n.slices.includes(i.name))&&e.add(w.slice(i.name)).add(w.manager(i.manager));for(let i of Ye(t,n))fr(e,
i,r)}function fr(e,t,n){n.startsWith("meshService/")&&w.meshService(t.name)!==n||e.add(w.meshService(t.name)).add(w.meshServices)}function fe(e,t){let n=e.startsWith("endpointslicemirroring-controller.");return t?n?"Meshwork mirroring":"Meshwork":e===
"endpointslice-controller.k8s.io"?"Kubernetes default":e==="endpointslicemirroring-controller.k8s.io"?"Kubernetes mirror\
ing":e===""?"no manager":e}function zn({state:e,size:t=12}){let n=t/2;return o("g",{class:`symbol symbol-${e}`,children:[o("rect",{class:"symbol-ou\
tline",x:-n,y:-n,width:t,height:t}),o("rect",{class:"symbol-fill",x:-n,y:-n,width:t,height:t}),o("path",{class:"symbol-b\
ar",d:`M${-n+2.5} 0H${n-2.5}`})]})}var Ua=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function mr({rolling:e}){return o("ul",{class:"legend","aria-label":"Legend",
children:[Ua.map(([t,n])=>o("li",{children:[o("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:o(
zn,{state:t})}),n]},t)),e&&["new","old"].map(t=>o("li",{children:[o("svg",{class:`${t}-pod`,viewBox:"0 0 18 18",width:"1\
8",height:"18","aria-hidden":!0,children:o("rect",{class:"hit",x:"1",y:"1",width:"16",height:"16",rx:"4"})}),t," Pod"]},
t))]})}function Lt({id:e,x:t,y:n,emphasis:r,tab:i,label:a,kind:s,enters:l,leaves:p,children:c}){let u=p?"leaves":l?"enters":"";
return o("g",{class:`node ${s} ${r}`,style:{transform:`translate(${t}px, ${n}px)`},"data-node":p?void 0:e,...p?{"aria-hi\
dden":!0}:{role:"button",tabindex:i?0:-1},children:[o("title",{children:a}),o("g",{class:u,children:c})]})}function hr({
node:e,emphasis:t,tab:n}){let{value:r,width:i,height:a}=e,s=r.healthy?"good":r.inMesh?"caution":"neutral";return o(Lt,{id:e.
id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`service-node ${s}`,enters:!1,leaves:!1,label:`Service ${C(r.name)}, ${r.inMesh?`in\
 Mesh ${C(r.mesh)}`:"not in a mesh"}`,children:[o("rect",{class:"box",width:i,height:a,rx:"8"}),o("rect",{class:"stripe",
width:"4",height:a-16,x:"0",y:"8",rx:"2"}),o("text",{class:"title",x:"14",y:"26",children:J(r.name,i-22,"title")}),o("te\
xt",{class:"sub",x:"14",y:"45",children:J(r.headless?"headless":r.type,i-22,"small")})]})}var Ha=30;function In({node:e,
emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:a,width:s,height:l}=e,p=It(a),c=l<Ha,u=a.state==="Exists"?a.availability??
"no status":a.state,g=a.state!=="Exists"?"bad":p?"good":"caution";return o(Lt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`\
meshservice-node ${g} ${c?"line":""}`,enters:r,leaves:i,label:`MeshService ${C(a.name)}, ${u}, ${a.online} online, ${a.offline}\
 offline`,children:[o("rect",{class:"box",width:s,height:l,rx:"6"}),o("g",{transform:`translate(0 ${c?-17:0})`,children:[
o("path",{class:"state-sign",d:g==="good"?"M10 28l3 3 5.5-6":g==="bad"?"M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),!c&&o(
"text",{class:"sub",x:"24",y:"32",children:J(`${u}, ${a.online}/${a.online+a.offline}`,s-32,"small")})]}),c?o("text",{class:"\
title",x:"24",y:"15",children:J(a.name,s-32,"plain")}):o("text",{class:"title",x:"10",y:"17",children:J(a.name,s-20,"tit\
le")})]})}function Ln({node:e,emphasis:t,tab:n,enters:r,leaves:i=!1}){let{value:a,width:s,height:l}=e,p=a.warnings.length>
0;return o(Lt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:n,kind:`slice-node ${a.ours?"ours":""} ${p?"warned":""}`,enters:r,leaves:i,
label:`EndpointSlice ${C(a.name)} of ${C(fe(a.manager,a.ours))}, ${a.addressType}, ${H(a.endpoints,"endpoint")}, ${a.ready}\
 ready${p?", with warnings":""}`,children:[o("rect",{class:"box",width:s,height:l,rx:"6"}),o("text",{class:"title",x:"10",
y:"17",children:J(a.name,s-(p?38:20),"title")}),o("text",{class:"sub",x:"10",y:"32",children:J(`${a.addressType}, ${a.endpoints===
0?"no endpoints":`${a.ready} of ${a.endpoints} ready`}`,s-20,"small")}),p&&o("path",{class:"warning-sign",d:`M${s-16} 7l\
6 10.500h-12zM${s-16} 11v3`})]})}var Ba={"":"",New:"new-pod",Old:"old-pod"},qa={"":"",New:", of the new template",Old:",\
 of the old template"},Je=class extends ne{shouldComponentUpdate(t){let{props:n}=this;return t.node.value!==n.node.value||
t.node.x!==n.node.x||t.node.y!==n.node.y||t.node.width!==n.node.width||t.emphasis!==n.emphasis||t.tab!==n.tab||t.detailed!==
n.detailed||t.leaves!==n.leaves}render({node:t,emphasis:n,tab:r,enters:i,leaves:a=!1,detailed:s}){let{value:l,width:p,height:c}=t,
u=l.warnings.length>0||l.certificate?.outcome==="Warning",g=l.addresses[0]??"",d=p-32,m=Ka(d,l.name,g);return o(Lt,{id:t.
id,x:t.x,y:t.y,emphasis:n,tab:r,kind:`endpoint-node ${s?"":"compact"} ${Ba[l.rollout]??""}`,enters:i,leaves:a,label:`${l.
pod?"Pod":"Endpoint"} ${C(l.name)}, ${Oe[l.state]??l.state}${qa[l.rollout]??""}, Node ${C(l.node)||"unknown"}${u?", with\
 warnings":""}`,children:[o("rect",{class:"hit",width:p,height:c,rx:"4"}),o("g",{transform:s?"translate(11 12)":`transla\
te(${p/2} ${c/2})`,children:o(zn,{state:l.state,size:s?12:10})}),s&&o("text",{class:"title",x:"25",y:"16",children:J(l.name,
m??d,"plain")}),s&&m!==void 0&&o("text",{class:"sub address",x:p-6,y:"16",children:C(g)}),s&&u&&o("circle",{class:"warni\
ng-dot",cx:"17",cy:"6",r:"3"})]})}},Wa=110;function Ka(e,t,n){let r=e-Se(C(n),"small")-8;return n!==""&&n!==t&&r>=Math.min(
Wa,Se(C(t),"plain"))?r:void 0}function xr({layout:e,path:t,chosen:n,hovered:r,pinned:i,onPin:a,name:s}){let l=S("service"),p=A(!1);L(()=>{p.current=!0},
[]);let c=A(null),u=h=>h===n?"chosen":t.size===0?"":t.has(h)?"lit":"dim",g=h=>a(i===h?"":h),d=[...e.meshServices,...e.endpoints.
meshServices],m=ar(e),x=m.some(h=>h.id===l.value)?l.value:"service",v=h=>({emphasis:u(h),tab:h===x,enters:p.current}),_=h=>{
let se=Ut(h);if(h.key==="Enter"||h.key===" ")g(se);else if(h.key==="Escape")a(""),r.value="";else{let tn=sr(h.key,se,m);
if(tn===void 0)return;l.value=tn,c.current?.querySelector(`[data-node="${CSS.escape(tn)}"]`)?.focus()}h.preventDefault()},
$=h=>{r.value=h,h!==""&&(l.value=h)},{width:k,height:R}=e,te=[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]],
X=new Set(d.filter(h=>h.value.state==="Conflict").map(h=>h.id)),M=Dt(e.endpoints.endpoints),B=Dt(e.slices),q=Dt(d),xe={emphasis:"",
tab:!1,enters:!1,leaves:!0};return o("svg",{ref:c,class:"drawing",width:k,height:R,viewBox:`0 0 ${k} ${R}`,role:"group",
"data-testid":"drawing","aria-label":`Drawing of Service ${C(s)}. The arrow keys move, Enter keeps the details.`,onKeyDown:_,
onPointerOver:h=>{h.pointerType==="mouse"&&(r.value=Ut(h))},onPointerLeave:()=>{r.value=""},onFocusIn:h=>{ja(h)&&$(Ut(h))},
onFocusOut:()=>{r.value=""},onClick:h=>{r.value="",g(Ut(h))},children:[e.columns.map(h=>o(Ga,{title:h,empty:Va(e,h.label)},
h.label)),te.map(h=>o(Xa,{frame:h,emphasis:u(h.id)},h.id)),e.below&&o(gr,{edges:e.edges.filter(h=>!vr(h)),path:t,conflicts:X}),
e.endpoints.zones.map(h=>o(br,{frame:h,kind:"zone",emphasis:u(h.id)},h.id)),e.endpoints.nodes.map(h=>o(br,{frame:h,kind:"\
knode",emphasis:u(h.id)},h.id)),o(gr,{edges:e.below?e.edges.filter(vr):e.edges,path:t,conflicts:X}),o(hr,{node:e.service,
...v("service")}),d.map(h=>o(In,{node:h,...v(h.id)},h.id)),e.slices.map(h=>o(Ln,{node:h,...v(h.id)},h.id)),e.endpoints.endpoints.
map(h=>o(Je,{node:h,detailed:e.endpoints.detailed,...v(h.id)},h.id)),q.map(h=>o(In,{node:h,...xe},`gone ${h.id}`)),B.map(
h=>o(Ln,{node:h,...xe},`gone ${h.id}`)),M.map(h=>o(Je,{node:h,detailed:e.endpoints.detailed,...xe},`gone ${h.id}`))]})}function Ut(e){
return(e.target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function ja(e){return e.
target instanceof Element&&e.target.matches(":focus-visible")}function gr({edges:e,path:t,conflicts:n}){let r=i=>`edge ${t.
size===0||i.from===""?"":ur(t,i)?"lit":"dim"} ${n.has(i.from)||n.has(i.to)?"conflict":""}`;return o("g",{class:"edges","\
aria-hidden":!0,children:e.map(i=>o("path",{d:i.path,class:r(i),"data-edge":i.id},i.id))})}function vr(e){return e.to.startsWith(
"endpoint/")&&e.from.startsWith("meshService/")}function Va(e,t){return t==="Service"?!1:t==="MeshServices"?e.meshServices.
length===0:t==="EndpointSlices"?e.slices.length===0:e.endpoints.endpoints.length===0}function Ga({title:{label:e,x:t,y:n},
empty:r}){return o(y,{children:[o("text",{class:"column-title",x:t,y:n,children:e}),r&&o("text",{class:"sub",x:t,y:n+32,
children:"none"})]})}function Xa({frame:e,emphasis:t}){return o("g",{class:`frame list-frame ${e.ours===!0?"ours":""} ${t}`,
"data-frame":e.id,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[o("title",{children:C(e.label)}),o("rect",
{width:e.width,height:e.height,rx:"8"}),o("text",{class:"frame-label",x:"9",y:"17",children:J(e.label,e.width-18,"title")}),
o("text",{class:"frame-note",x:"9",y:"34",children:e.note}),o("text",{class:"frame-note",x:"9",y:e.height-9,children:e.more})]})}
function br({frame:e,kind:t,emphasis:n}){let r=e.width-28-Se(e.note,"small");return o("g",{class:`frame ${t} ${n}`,"data\
-node":e.id,"data-frame":e.id,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[o("title",{children:C(e.label)}),
o("rect",{width:e.width,height:e.height,rx:t==="zone"?8:6}),o("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:J(
e.label,r,"small")}),o("text",{class:"frame-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}function yr({model:e,id:t}){return o("div",{class:"details","data-testid":"details",children:Ya(e,t)})}function Ya(e,t){
if(t===w.service)return o(Ja,{service:e.service});let n=e.meshServices.find(a=>w.meshService(a.name)===t);if(n!==void 0)
return o(Za,{meshService:n});let r=e.slices.find(a=>w.slice(a.name)===t);if(r!==void 0)return o(Qa,{slice:r});let i=e.endpoints.
find(a=>w.endpoint(a.name)===t);return i!==void 0?o(es,{endpoint:i}):o("p",{class:"quiet",children:"Point at something, \
or move to it with the arrow keys, to see its details and what belongs to it."})}function Ht({kind:e,name:t}){return o("\
p",{class:"details-title",children:[o("span",{class:"quiet",children:e})," ",o("strong",{children:o(f,{value:t})})]})}function I({
term:e,children:t}){return o("div",{children:[o("dt",{children:e}),o("dd",{children:t})]})}function Ze({values:e}){return o(
y,{children:e.map(t=>o("span",{class:"value",children:o(f,{value:t})},t))})}function wr({warnings:e}){return o(y,{children:e.
map(t=>o("p",{class:"details-warning",children:o(f,{value:t})},t))})}function Ja({service:e}){return o(y,{children:[o(Ht,
{kind:"Service",name:e.name}),o("dl",{class:"facts",children:[o(I,{term:"Type",children:o(f,{value:e.type})}),o(I,{term:"\
Mesh",children:e.inMesh?o(f,{value:e.mesh}):"none"}),o(I,{term:"Cluster IPs",children:o(Ze,{values:e.clusterIPs})}),o(I,
{term:"Ports",children:o(Ze,{values:e.ports})})]})]})}function Za({meshService:e}){return o(y,{children:[o(Ht,{kind:"Mes\
hService",name:e.name}),o("dl",{class:"facts",children:[o(I,{term:"State",children:o(f,{value:e.state})}),e.availability!==
void 0&&o(I,{term:"Availability",children:o(f,{value:e.availability})}),o(I,{term:"Proxies",children:[b(e.online)," onli\
ne, ",b(e.offline)," offline"]}),e.pod!==void 0&&o(I,{term:"Pod",children:o(f,{value:e.pod})}),e.holder!==void 0&&o(I,{term:"\
Held by",children:o(f,{value:e.holder})}),e.addresses.length>0&&o(I,{term:"Addresses",children:o(Ze,{values:e.addresses})})]})]})}
function Qa({slice:e}){return o(y,{children:[o(Ht,{kind:"EndpointSlice",name:e.name}),o("dl",{class:"facts",children:[o(
I,{term:"Manager",children:[o(f,{value:e.manager}),e.ours&&o("span",{class:"tag accent",children:"Meshwork"})]}),o(I,{term:"\
Addresses",children:o(f,{value:e.addressType})}),o(I,{term:"Endpoints",children:[b(e.endpoints),", ",b(e.ready)," ready"]})]}),
o(wr,{warnings:e.warnings})]})}function es({endpoint:e}){return o(y,{children:[o(Ht,{kind:e.pod?"Pod":"Endpoint",name:e.
name}),o("dl",{class:"facts",children:[o(I,{term:"State",children:[Oe[e.state]??o(f,{value:e.state}),e.phase!==""&&o(y,{
children:[" (",o(f,{value:e.phase}),")"]})]}),o(I,{term:"Node",children:[o(f,{value:e.node||"unknown"}),e.zone!==""&&o(y,
{children:[", zone ",o(f,{value:e.zone})]})]}),o(I,{term:"Addresses",children:o(Ze,{values:e.addresses})}),o(I,{term:"Sl\
ices",children:e.slices.length===0?"none":o(Ze,{values:e.slices})}),e.certificate!==void 0&&o(I,{term:"Certificate",children:o(
f,{value:e.certificate.message})})]}),o(wr,{warnings:e.warnings})]})}function kr(e,t){let{service:n,managers:r}=e,i=e.meshServiceFrame===void 0?e.meshServices:[e.meshServiceFrame];return[...t.
service.headless?[...Bt([n],r),...ts(e,t)]:[...Bt([n],i),...Bt(i.length>0?i:[n],r)],...ns(e,t),...os(e)]}function Bt(e,t){
return e.flatMap(n=>t.map(r=>Qe(n,r)))}function ts(e,t){let{meshServiceFrame:n}=e;if(n!==void 0)return Bt(e.slices,[n]);
let r=new Map(e.meshServices.map(a=>[a.id,a])),i=a=>a.x>(e.managers[0]?.x??0);return Sr(e.slices.flatMap(a=>t.endpoints.
filter(s=>s.slices.includes(a.value.name)).flatMap(s=>Ye(t,s)).map(s=>r.get(w.meshService(s.name))).filter(s=>s!==void 0&&
i(s)).map(s=>Qe(a,s))))}function ns(e,t){let{endpoints:n,slices:r,managers:i,below:a}=e,s=new Map(n.zones.map(u=>[u.id,u])),
l=t.service.headless?e.meshServiceFrame:void 0,p=Math.min(...n.zones.map(u=>u.y)),c=new Map(n.meshServices.map(u=>[u.value.
pod,u]));return Sr(n.endpoints.flatMap(u=>{let{value:g}=u,d=s.get(w.zone(g.zone))??u;if(l!==void 0)return[a?_r(l,d,p):Qe(
l,d)];let m=r.filter(v=>g.slices.includes(v.value.name));if(a){let v=new Set(m.map(_=>w.manager(_.value.manager)));return i.
filter(_=>v.has(_.id)).map(_=>_r(_,d,p))}let x=n.detailed?c.get(g.name)??u:d;return m.map(v=>Qe(v,x))}))}function os({endpoints:e}){
let t=new Map(e.endpoints.map(n=>[n.value.name,n]));return e.meshServices.flatMap(n=>{let r=t.get(n.value.pod??"");return r===
void 0?[]:[Qe(n,r)]})}function Sr(e){return[...new Map(e.map(t=>[t.id,t])).values()]}var rs=14;function Qe(e,t){let n=e.
x+e.width,r=e.y+Math.min(e.height/2,32),i=t.x,a=t.id.startsWith("endpoint/")||t.id.startsWith("meshService/"),s=t.y+(a?t.
height/2:Math.min(t.height/2,rs)),l=Math.max(Math.min(12,i-n),(i-n)/2);return Mr(e,t,`M${n} ${r}C${n+l} ${r} ${i-l} ${s}\
 ${i} ${s}`)}function _r(e,t,n){let r=e.x+e.width/2,i=e.y+e.height,a=t.x+t.width/2,s=Math.max(16,(n-i)/2);return Mr(e,t,
`M${r} ${i}C${r} ${i+s} ${a} ${n-s} ${a} ${n}V${t.y}`)}function Mr(e,t,n){return{id:`${e.id}>${t.id}`,from:e.id,to:t.id,
path:n}}function et(e,t){let n=new Map;for(let r of e){let i=t(r),a=n.get(i);a===void 0?n.set(i,[r]):a.push(r)}return n}var is=40,as=80,ss=24,ls=20,ee=8,qt=12,Fe=15,Wt=24,cs=210,ds=164,Cr=300,Tr=16;function tt(e){return Z(e)?"MeshServices a\
nd their Pods":e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function Kt(e){return e.endpoints.length<=is}function Z(e){
return e.service.headless&&Kt(e)&&e.byPod.size>0}function jt(e){if(!Z(e))return e.meshServices;let t=new Set(e.endpoints.
map(n=>n.name));return e.meshServices.filter(n=>n.pod===void 0||!t.has(n.pod))}function nt(e,{x:t,y:n,width:r},i){let a=e.
endpoints,s={detailed:Kt(e),zones:[],nodes:[],endpoints:[],meshServices:[],bottom:n},l=new Set(a.map(d=>d.node)).size<=as,
p=[...et(a,d=>d.zone)],c=i?$r(r,Z(e)?Cr:ds,qt,p.length):1,u=(r-(c-1)*qt)/c,g=new Array(c).fill(n);return p.forEach(([d,m],x)=>{
let v=x%c,_=(g[v]??n)+(x>=c?qt:0),$=t+v*(u+qt),k={x:$+ee,y:_+ss,width:u-2*ee},R=(l?ps(s,e,m,k,i):Er(s,m,k))+ee;s.zones.push(
{id:w.zone(d),x:$,y:_,width:u,height:R-_,label:d===""?"no zone":d,note:Pr(m)}),g[v]=R,s.bottom=Math.max(s.bottom,R)}),s}
function $r(e,t,n,r){return Math.max(1,Math.min(r,Math.floor((e+n)/(t+n))))}function ps(e,t,n,r,i){let a=[...et(n,g=>g.node)],
s=e.detailed&&!i?1:a.length,l=$r(r.width,Z(t)?Cr:cs,ee,s),p=(r.width-(l-1)*ee)/l,{y:c}=r,u=c;return a.forEach(([g,d],m)=>{
let x=m%l;x===0&&m>0&&(c=u+ee);let v=r.x+x*(p+ee),_={x:v+ee,y:c+ls,width:p-2*ee},$=e.detailed?us(e,t,d,_):Er(e,d,_);e.nodes.
push({id:w.node(d[0]?.zone??"",g),x:v,y:c,width:p,height:$-c+ee-2,label:g===""?"no Node":g,note:e.detailed?"":Pr(d)}),u=
Math.max(x===0?0:u,$+ee-2)}),u}function us(e,t,n,{x:r,y:i,width:a}){let s=Z(t)?Math.round((a-Tr)*.44):0;return n.forEach(
(l,p)=>{let c={y:i+p*Wt,height:Wt},u=t.byPod.get(l.name),g=s===0?r:r+s+Tr;s>0&&u!==void 0&&e.meshServices.push({id:w.meshService(
u.name),value:u,x:r,y:c.y+1,width:s,height:Wt-2}),e.endpoints.push({id:w.endpoint(l.name),value:l,x:g,width:r+a-g,...c})}),
i+n.length*Wt}function Er(e,t,{x:n,y:r,width:i}){let a=Math.max(1,Math.floor(i/Fe));return t.forEach((s,l)=>e.endpoints.
push({id:w.endpoint(s.name),value:s,x:n+l%a*Fe,y:r+Math.floor(l/a)*Fe,width:Fe,height:Fe})),r+Math.ceil(t.length/a)*Fe}function Pr(e){
let{ready:t,all:n}=dr(e);return`${t} of ${n}`}var De=8,Nr=26,ot=8,ze=42,fs=12,ms=6,hs=12;function Vt(e,{x:t,y:n,width:r}){let i=e.length>fs,a=i?e.slice(0,ms):e,s=i?ot:
0,l=n+(i?46:0),p=a.map((d,m)=>({id:w.meshService(d.name),value:d,x:t+s,y:l+m*(ze+De),width:r-2*s,height:ze})),c=l+a.length*
(ze+De)-(a.length>0?De:0);if(!i)return{nodes:p,frame:void 0,bottom:c};let u=e.filter(It).length,g={id:w.meshServices,x:t,
y:n,width:r,height:c-n+ot+20,more:`and ${e.length-a.length} more`,label:`${e.length} MeshServices`,note:`${u} online, ${e.
length-u} not`};return{nodes:p,frame:g,bottom:g.y+g.height}}function Gt(e,{x:t,y:n,width:r}){let i=[],a=[],s=n;for(let[l,
p]of et(e,c=>c.manager)){let c=p.slice(0,hs),u=p.length-c.length,g=p[0]?.ours??!1;c.forEach((m,x)=>a.push({id:w.slice(m.
name),value:m,x:t+ot,y:s+Nr+x*(ze+De),width:r-2*ot,height:ze}));let d=Nr+c.length*(ze+De)-De+ot+(u>0?20:0);i.push({id:w.
manager(l),x:t,y:s,width:r,height:d,label:fe(l,g),note:"",more:u>0?`and ${u} more`:"",ours:g}),s+=d+12}return{frames:i,nodes:a,
bottom:s-(i.length>0?12:0)}}var Or=560,gs=280,Un=30,Rr=64,Ar=26;function Fr(e,t){let n=Math.max(gs,Math.floor(t)),r=[],i=0,a=_=>(r.push({label:_,x:1,
y:i+16}),{x:1,y:i+Un,width:n-2}),s=a("Service"),l={id:w.service,value:e.service,...s,height:Rr};i=s.y+Rr+12;let p=(_,$)=>{
let k=$(a(_));return i=Math.max(k.bottom,i+Un+Ar)+12,k},c=jt(e),u=c.length>0||!Z(e),g=()=>u?p("MeshServices",_=>Vt(c,_)):
void 0,d=e.service.headless?void 0:g(),m=p("EndpointSlices",_=>Gt(e.slices,_)),x=d??(e.service.headless?g():void 0),v=nt(
e,a(tt(e)),!0);return{width:n,below:!0,height:Math.max(v.bottom,i+Un+Ar)+6,columns:r,service:l,meshServices:x?.nodes??[],
meshServiceFrame:x?.frame,managers:m.frames,slices:m.nodes,endpoints:v,edges:vs(r,n)}}function vs(e,t){let n=t/2;return e.
slice(1).map(({label:r,y:i})=>({id:`to ${r}`,from:"",to:"",path:`M${n} ${i-26}V${i+12}`}))}var rt=30,Hn=16,Xt=34,zr=26,Ir=730,Bn=112,Dr=64,bs=300,xs=3,ys=12;function Lr(e,t){if(t<Or)return Fr(e,t);let n=Math.max(
Ir,Math.floor(t)),r=new Set(e.endpoints.map(l=>l.zone)).size,i=new Set(e.endpoints.map(l=>l.node)).size,s=r>xs||Kt(e)&&i>
ys?_s(e,n):ws(e,n);return{...s,edges:kr(s,e)}}function ws(e,t){let n=Math.max(0,t-Ir)*.14,r=Ur(e,Z(e)?0:140+n,172+n),i=r.
right+Xt,a=nt(e,{x:i,y:rt,width:t-i-1},!1),s=Math.max(r.bottom,a.bottom),l=[...r.columns,{label:tt(e),x:i,y:Hn}];return{
...r.parts,width:t,height:s+6,columns:l,endpoints:a,below:!1}}function _s(e,t){let n=t-2-Bn-Xt*(Z(e)?1:2),r=Math.min(bs,
Z(e)?n:n/2),i=Ur(e,Z(e)?0:r,r),a=i.bottom+zr,s=nt(e,{x:1,y:a+14,width:t-2},!0),l=[...i.columns,{label:tt(e),x:1,y:a}];return{
...i.parts,width:t,height:s.bottom+6,columns:l,endpoints:s,below:!0}}function Ur(e,t,n){let r={id:w.service,value:e.service,
x:1,y:rt,width:Bn,height:Dr},i=1+Bn+Xt,a=e.service.headless,s=i+(a?n:t)+Xt,l=Gt(e.slices,{x:a?i:s,y:rt,width:n}),p=[{label:"\
Service",x:1,y:Hn},{label:"EndpointSlices",x:a?i:s,y:Hn}],c={x:a?s:i,y:rt,width:t},u=jt(e),g="MeshServices";t===0&&(Object.
assign(c,{x:i,y:l.bottom+zr+14,width:n}),g="MeshServices without a Pod");let d=Vt(u,c);return(t>0||u.length>0)&&p.splice(
1,0,{label:g,x:c.x,y:c.y-14}),{columns:p,right:t===0?i+n:s+(a?t:n),bottom:Math.max(rt+Dr,l.bottom,u.length>0?d.bottom:0),
parts:{service:r,meshServices:d.nodes,meshServiceFrame:d.frame,managers:l.frames,slices:l.nodes}}}function Hr({rollouts:e}){return o(y,{children:e.map(t=>o("div",{class:"rollout","data-testid":"rollout",children:[o("p",
{children:[o("strong",{children:["Rollout of ",o(f,{value:t.workload}),":"]})," ","new ",b(t.new)," of ",b(t.new+t.old),
", ",b(t.ready)," ready"," ",o("span",{class:"quiet",children:["template ",o(f,{value:t.revision})]})]}),o(ve,{label:"Po\
ds",shares:[{value:t.ready,color:"accent",word:"new and ready"},{value:t.new-t.ready,color:"caution",word:"new, not read\
y"},{value:t.old,color:"neutral",word:"old"}]})]},t.workload))})}function Br({model:e}){return o("div",{class:"neighborhood-tables",children:[o(qn,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability??"",b(t.online),
b(t.offline),t.pod??""])}),o(qn,{title:"EndpointSlices",head:["Name","Written by","Manager","Addresses","Endpoints","Rea\
dy","Warnings"],rows:e.slices.map(t=>[t.name,fe(t.manager,t.ours),t.manager,t.addressType,b(t.endpoints),b(t.ready),t.warnings.
join("; ")])}),o(qn,{title:"Endpoints",head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.
map(t=>[t.name,Oe[t.state]??t.state,t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}
function qn({title:e,head:t,rows:n}){return o(y,{children:[o("h3",{children:e}),n.length===0&&o("p",{class:"quiet",children:"\
None."}),n.length>0&&o("div",{class:"table-box",tabIndex:0,role:"region","aria-label":e,children:o("table",{children:[o(
"thead",{children:o("tr",{children:t.map(r=>o("th",{scope:"col",children:r},r))})}),o("tbody",{children:n.map(r=>o("tr",
{children:r.map((i,a)=>o("td",{children:o(f,{value:i})},a))},r[0]))})]})})]})}function qr({service:e,state:t}){let n=S(!1),r=S(""),i=S(""),{box:a,width:s}=Nt(n.value),l=Q(()=>cr(e,t),[e,t]),p=D(t,"r\
ollout"),c=r.value||i.value,u=Q(()=>pr(l,c),[l,c]),g=Q(()=>s.value===0?void 0:Lr(l,s.value),[l,s.value]);return o(j,{title:"\
Neighborhood",kind:"drawing-panel",aside:o("button",{type:"button",class:"button small","aria-pressed":n.value,onClick:()=>{
n.value=!n.value},children:"As tables"}),children:[n.value&&o(Br,{model:l}),!n.value&&o(y,{children:[o(Hr,{rollouts:p}),
o(mr,{rolling:p.length>0}),o("div",{class:"drawing-box",ref:a,children:g!==void 0&&o(xr,{layout:g,path:u,chosen:c,hovered:r,
pinned:i.value,onPin:d=>{i.value=d},name:e.name})}),o(yr,{model:l,id:c})]})]})}function Kr({state:e}){let t=D(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return o(N,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,i)=>Wr(r)-Wr(i)||(r.name<
i.name?-1:1));let n=t.filter(r=>r.certificate.outcome==="Warning").length;return o(y,{children:[o("p",{children:[H(t.length-
n,"Pod")," with a certificate",n>0&&o(y,{children:[", ",o("strong",{children:[n," with a warning"]})]}),"."]}),o("ul",{class:"\
certificate-list",children:t.map(r=>o("li",{class:"item",children:[o(G,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),o("span",{class:"item-label",children:o(f,{value:r.name})}),o("span",{class:"item-text",children:[o(f,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&o("span",{class:"quiet",children:[" (expires ",o(Y,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function Wr(e){return e.certificate.outcome==="Warning"?0:1}function jr({state:e}){let t=O(e,"xds");return t===void 0?o(N,{title:"No xDS server",children:"No xDS server is installe\
d in this cluster."}):o(y,{children:[t.unread.map(n=>o("p",{class:"refused",children:[o("strong",{children:"Could not re\
ad"})," ",o(f,{value:n})]},n)),t.servers.length>0&&o("p",{class:"quiet",children:["Asked of ",t.servers.map((n,r)=>o("sp\
an",{children:[r>0&&", ",o(f,{value:n})]},n))]}),t.servers.length>0&&t.clients.length===0&&o(N,{title:"No client",children:"\
No gRPC client gets this Service by xDS."}),o("ul",{class:"client-list",children:t.clients.map(n=>o(ks,{client:n},`${n.server}\
 ${n.node} ${n.client} ${n.since}`))})]})}function ks({client:e}){let{names:t,refused:n}=e;return o("li",{class:"client",
children:[o(E,{shape:n.length>0?"warning":"check",color:n.length>0?"bad":"good",label:n.length>0?"refuses":"accepts"}),o(
"div",{children:[o("p",{children:[o("strong",{children:o(f,{value:e.client})})," ",o("span",{class:"quiet",children:["si\
nce ",o(Y,{time:e.since})]})]}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Agent"}),o("dd",{children:o(
f,{value:e.agent})})]}),o("div",{children:[o("dt",{children:"Node"}),o("dd",{children:o(f,{value:e.node})})]}),o("div",{
children:[o("dt",{children:"Asks for"}),o("dd",{children:t.length===0?"everything":t.map(r=>o("span",{class:"value",children:o(
f,{value:r})},r))})]})]}),n.map(r=>o("p",{class:"refused",children:[o("strong",{children:"Refuses"})," ",o(f,{value:r})]},
r))]})]})}function Vr({state:e}){let t=de(e,"event").sort(([,n],[,r])=>Date.parse(r.time)-Date.parse(n.time));return t.length===0?
o(N,{title:"No events",children:"Kubernetes keeps events for one hour, unless set otherwise."}):o("ol",{class:"event-lis\
t",children:t.map(([n,r])=>o("li",{children:[o(E,{shape:r.type==="Warning"?"warning":"dot",color:r.type==="Warning"?"cau\
tion":"neutral",label:r.type}),o("div",{children:[o("p",{class:"event-head",children:[o("strong",{children:o(f,{value:r.
reason})}),o("span",{class:"quiet",children:[o(Y,{time:r.time}),r.count>1&&`, ${H(r.count,"time")}`,", from ",o(f,{value:r.
from})]})]}),o("p",{children:o(f,{value:r.message})})]})]},n))})}function Gr({state:e}){let t=O(e,"document"),n=O(e,"remedy");return t===void 0?o(K,{label:"the explanation",lines:8}):o(
y,{children:[n!==void 0&&o("section",{class:"remedy","aria-labelledby":"remedy-heading",children:[o("h3",{id:"remedy-hea\
ding",children:"What to do"}),n.command!==void 0&&o(Xe,{text:n.command}),o("p",{children:o(f,{value:n.why})})]}),o(At,{without:"\
headline",document:n===void 0?t:Ss(t,n)})]})}function Ss(e,t){let n=e.blocks.findLastIndex(a=>a.kind==="heading"),r=e.blocks.
slice(n+1);return n>=0&&t.command!==void 0&&r.some(a=>a.kind==="command"&&a.text===t.command)?{blocks:e.blocks.slice(0,n)}:
e}function Xr({state:e}){let t=D(e,"delegation").sort((r,i)=>r.manager<i.manager?-1:1),n=de(e,"handover").sort(([r],[i])=>Number(
i)-Number(r));return o(y,{children:[t.length===0&&o(N,{title:"Not delegated",children:"Meshwork does not write the Endpo\
intSlices of this Service."}),t.map(r=>o(Ms,{delegation:r},r.manager)),o(Ts,{slices:D(e,"slice")}),o("h3",{children:"See\
n since this page was opened"}),n.length===0&&o("p",{class:"quiet",children:"No handover has been seen."}),o("ol",{class:"\
timeline",children:n.map(([r,i])=>o("li",{children:[o($t,{tone:i.tone}),o("time",{dateTime:i.time,children:Pe(i.time)}),
o("span",{children:o(f,{value:i.text})})]},r))})]})}function Ms({delegation:e}){return o("article",{class:"delegation","\
aria-label":`Delegated to ${e.manager}`,children:[o("p",{class:"delegation-manager",children:o(f,{value:e.manager})}),o(
"p",{class:"delegation-state",children:[o("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"Ef\
fective":"Not effective"}),o("span",{class:"badge neutral",children:o(f,{value:e.phase})})]}),e.message!==""&&o("p",{children:o(
f,{value:e.message})}),o("dl",{class:"facts",children:[o("div",{children:[o("dt",{children:"Endpoints come from"}),o("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),o("div",{children:[o("dt",{children:e.fromPods?"Key in the selector":"Label\
 on the Endpoints"}),o("dd",{children:[o(E,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?
"present: the default controller is kept away":"absent: nothing keeps the default controller away"]})]}),o("div",{children:[
o("dt",{children:"Desired endpoints"}),o("dd",{children:b(e.desired)})]}),o("div",{children:[o("dt",{children:"In its sl\
ices"}),o("dd",{children:b(e.ours)})]}),o("div",{children:[o("dt",{children:"In slices of others"}),o("dd",{children:b(e.
others)})]})]})]})}function Ts({slices:e}){let t=new Map;for(let n of e){let r=t.get(n.manager)??{slices:0,endpoints:0,ready:0,
ours:n.ours};t.set(n.manager,{slices:r.slices+1,endpoints:r.endpoints+n.endpoints,ready:r.ready+n.ready,ours:n.ours})}return t.
size===0?null:o(y,{children:[o("h3",{children:"Who publishes endpoints"}),o("ul",{class:"publishers",children:[...t].sort(
([n],[r])=>n<r?-1:1).map(([n,r])=>o("li",{children:[o("span",{class:"publisher-name",children:[o(f,{value:fe(n,r.ours)}),
" ",o("span",{class:"quiet",children:o(f,{value:n})})]}),o(ve,{label:fe(n,r.ours),shares:[{value:r.ready,color:r.ours?"a\
ccent":"good",word:"ready"},{value:r.endpoints-r.ready,color:"caution",word:"not ready"}]}),o("span",{class:"quiet",children:[
b(r.endpoints)," endpoints, ",b(r.ready)," ready, in ",b(r.slices)," ",r.slices===1?"slice":"slices"]})]},n))})]})}function Yr({tabs:e,chosen:t,label:n}){let r=e.find(a=>a.id===t.value)??e[0];return o(y,{children:[o("div",{class:"tabs",
role:"tablist","aria-label":n,onKeyDown:a=>{let s=e.findIndex(c=>c.id===r?.id),l={ArrowRight:s+1,ArrowLeft:s-1,Home:0,End:e.
length-1}[a.key];if(l===void 0)return;a.preventDefault();let p=e[(l+e.length)%e.length];p!==void 0&&(t.value=p.id,document.
getElementById(`tab-${p.id}`)?.focus())},children:e.map(({id:a,label:s,count:l})=>o("button",{type:"button",role:"tab",id:`\
tab-${a}`,"aria-selected":a===r?.id,tabIndex:a===r?.id?0:-1,"aria-controls":"tab-content",onClick:()=>{t.value=a},children:[
s,l!==void 0&&l>0&&o("span",{class:"tab-count",children:b(l)})]},a))}),o("div",{class:"tab-content",role:"tabpanel",id:"\
tab-content","aria-labelledby":`tab-${r?.id??""}`,tabIndex:0,children:r?.content()})]})}var Wn={events:e=>D(e,"event").length,clients:e=>O(e,"xds")?.clients?.length??0};function Jr({state:e,namespace:t,name:n}){let r=de(e,"object").map(([c])=>c).sort(Ns),i=S(`Service/${n}`),a=S(0),s=S(void 0),
l=r.includes(i.value)?i.value:r[0];if(L(()=>{if(l===void 0)return;let c=new AbortController;return Cs(l,t,c.signal).then(
u=>{c.signal.aborted||(s.value=u)}),()=>c.abort()},[l,a.value]),l===void 0)return o(N,{title:"No object can be read"});let p=s.
value?.object===l?s.value:void 0;return o(y,{children:[o("div",{class:"yaml-head",children:[o("label",{class:"choice",children:[
o("span",{children:"Object"}),o("select",{value:l,onChange:c=>{i.value=c.currentTarget.value},children:r.map(c=>o("optio\
n",{value:c,children:C(c)},c))})]}),o("button",{type:"button",class:"button small",onClick:()=>{a.value++},children:"Rea\
d again"}),p!==void 0&&!p.failed&&o(Ne,{text:p.text})]}),p===void 0&&o(K,{label:l,lines:10}),p?.failed===!0&&o(N,{title:"\
The object cannot be shown",children:o(f,{value:p.text})}),p?.failed===!1&&o("pre",{class:"yaml",tabIndex:0,role:"region",
"aria-label":`YAML of ${C(l)}`,children:o("code",{children:Es(p.text)})})]})}async function Cs(e,t,n){let[r="",i=""]=e.split(
"/",2),a=["/api/objects",r,t,i].map((s,l)=>l===0?s:encodeURIComponent(s)).join("/");try{let s=await St(a,n);return{object:e,
text:await s.text(),failed:!s.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var $s=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function Es(e){return C(e,"lines").split(`
`).map((t,n)=>{let r=$s.exec(t);if(r===null)return o("span",{children:[t,`
`]},n);let[i,a="",s=""]=r;return o("span",{children:[a,o("span",{class:"yaml-key",children:s}),":",t.slice(i.length),`
`]},n)})}var Ps=["Service","Mesh","MeshService","EndpointSlice","Pod"];function Ns(e,t){let n=r=>Ps.indexOf(r.split("/",
1)[0]??"");return n(e)-n(t)||(e<t?-1:1)}function Zr({namespace:e,name:t}){let n=ae(`service/${e}/${t}`).value,r=S("explanation"),i=O(n,"service"),a=O(n,"missing");
return o("div",{class:"page service",children:[o(Rs,{namespace:e,name:t,service:i,state:n}),a!==void 0&&o(N,{title:"This\
 Service cannot be shown",children:[o(f,{value:a.message}),". ",o("a",{href:"/services",children:"Show all Services"})]}),
a===void 0&&o("div",{class:"service-columns",children:[i===void 0?o(j,{title:"Neighborhood",children:o(K,{label:"the dra\
wing",lines:8})}):o(qr,{service:i,state:n}),o("div",{class:"panel tabs-panel",children:o(Yr,{chosen:r,label:"About this \
Service",tabs:[{id:"explanation",label:"Explanation",content:()=>o(Gr,{state:n})},{id:"events",label:"Events",count:Wn.events(
n),content:()=>o(Vr,{state:n})},{id:"handover",label:"Handover",content:()=>o(Xr,{state:n})},{id:"clients",label:"Client\
s",count:Wn.clients(n),content:()=>o(jr,{state:n})},{id:"certificates",label:"Certificates",content:()=>o(Kr,{state:n})},
{id:"yaml",label:"YAML",content:()=>o(Jr,{state:n,namespace:e,name:t})}]})})]})]})}function Rs({namespace:e,name:t,service:n,
state:r}){return o("header",{class:"service-head",children:[o("div",{class:"service-title",children:[o("p",{class:"crumb\
s",children:[o("a",{href:"/services",children:"Services"})," / ",o("a",{href:`/services?namespace=${encodeURIComponent(e)}`,
children:o(f,{value:e})})]}),o("h1",{children:o(f,{value:t})})]}),o(Ne,{text:window.location.href,label:"Copy link"}),n!==
void 0&&o(As,{service:n,document:O(r,"document")})]})}function As({service:e,document:t}){let n=t?.blocks.find(i=>i.kind===
"headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return o("div",{class:"service-facts",children:[o("p",{class:`\
service-health ${r}`,children:[o(E,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),o("span",{children:n?.text!==
void 0?o(f,{value:n.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),o("dl",{class:"facts",children:[o(it,{term:"Type",
values:[e.headless?`${e.type}, headless`:e.type]}),o(it,{term:"Mesh",values:[e.mesh]}),o(it,{term:"Cluster IPs",values:e.
clusterIPs}),o(it,{term:"Ports",values:e.ports}),o(it,{term:"Addresses",values:e.addresses}),o("div",{children:[o("dt",{
children:"Created"}),o("dd",{children:o(Y,{time:e.created})})]})]})]})}function it({term:e,values:t}){let n=t.filter(r=>r!==
"");return n.length===0?null:o("div",{children:[o("dt",{children:e}),o("dd",{children:n.map(r=>o("span",{class:"value",children:o(
f,{value:r})},r))})]})}function Kn(e,t,n){let r=S(e.peek()),i=A(void 0),a=A(-1/0);return wt(()=>{!n(e.value)||i.current!==void 0||(i.current=window.
setTimeout(()=>{i.current=void 0,a.current=performance.now(),r.value=e.peek()},Math.max(0,a.current+t-performance.now())))}),
L(()=>()=>window.clearTimeout(i.current),[]),r}var Fs=new Map([["-","in none"]]),Ds=new Map([["*","all delegated"],["HandingOver","Handing over"]]),zs=new Map([["*","a\
ny finding"]]),Is=new Map,Ls=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function ei({filters:e,
counts:t,change:n,clear:r,open:i}){let a=e.q!==""||be.some(s=>e[s]!=="");return o("div",{id:"filters",class:`filters ${i?
"open":""}`,role:"group","aria-label":"Filters",children:[o("div",{class:"chips",role:"group","aria-label":"State",children:[
o(Qr,{label:"Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:s=>n({problem:s?"true":""})}),
Ls.map(s=>o(Qr,{label:Lo(s),count:t.state.get(s)??0,on:e.state===s,toggle:l=>n({state:l?s:""})},s))]}),o("div",{class:"c\
hoices",children:[o(Yt,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:n,words:Fs}),o(Yt,{label:"Namespace",facet:"\
namespace",filters:e,counts:t,change:n}),o(Yt,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:n,words:Ds}),
o(Yt,{label:"Finding",facet:"finding",filters:e,counts:t,change:n,words:zs}),o("button",{type:"button",class:"button sma\
ll",onClick:r,disabled:!a,children:"Clear"})]})]})}function Qr({label:e,count:t,on:n,toggle:r,warn:i=!1}){return o("butt\
on",{type:"button",class:"chip","aria-pressed":n,onClick:()=>r(!n),children:[i&&o(E,{shape:"warning",color:"bad"}),e," ",
o("span",{class:"chip-count",children:b(t)})]})}function Yt({label:e,facet:t,filters:n,counts:r,change:i,words:a=Is}){let s=n[t],
l=a.get("*");return o("label",{class:"choice",children:[o("span",{children:e}),o("select",{value:s,class:s===""?"":"chos\
en",onChange:p=>i({[t]:p.currentTarget.value}),children:[o("option",{value:"",children:"all"}),l!==void 0&&o("option",{value:"\
*",children:l}),tr(r[t],s,a).map(({value:p,label:c,count:u})=>o("option",{value:p,children:`${C(c)} (${b(u)})`},p))]})]})}var Jt=class{byKey=new Map;sorted=[];query(t,n){this.take(t),this.sorted.sort(Bs(n.sort));let r=On(n.q),i=ti(n),a=this.sorted.
length;return r.length===0&&i.length===0?{rows:this.sorted.slice(),total:a}:{rows:this.sorted.filter(({row:l,text:p})=>r.
every(c=>p.includes(c))&&i.every(c=>Rn(l,c,n[c]))),total:a}}counts(t,n){this.take(t);let r=On(n.q),i=ti(n),a=Hs();for(let{
row:s,text:l}of this.sorted)r.every(p=>l.includes(p))&&Us(a,s,i.filter(p=>!Rn(s,p,n[p])));return a}take(t){let n=!1;for(let[
r,i]of t){let a=i,s=this.byKey.get(r);if(s===void 0){let l={key:r,row:a,text:An(a)};this.byKey.set(r,l),this.sorted.push(
l),n=!0}else s.row!==a&&(s.row=a,s.text=An(a))}if(!(!n&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.
has(r.key));for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function Us(e,t,n){if(!(n.length>1))for(let r of n.
length===1?n:be)for(let i of Nn(t,r))e[r].set(i,(e[r].get(i)??0)+1)}function ti(e){return be.filter(t=>e[t]!=="")}function Hs(){
return{state:new Map,mesh:new Map,namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function Bs({column:e,
descending:t}){let n=t?-1:1;return(r,i)=>n*qs(r.row,i.row,e)||Ie(r.row.namespace,i.row.namespace)||Ie(r.row.name,i.row.name)}
function qs(e,t,n){switch(n){case"namespace":return Ie(e.namespace,t.namespace)||Ie(e.name,t.name);case"name":return Ie(
e.name,t.name);case"mesh":return Ie(e.mesh,t.mesh);case"state":return Re(e.state)-Re(t.state);case"endpoints":return e.online+
e.offline-t.online-t.offline}}function Ie(e,t){return e<t?-1:e>t?1:0}var Ws={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},Zt=class extends ne{flashes=0;shouldComponentUpdate(t){let{props:n}=this,r=t.changedAt>0&&t.changedAt!==
n.changedAt;return r&&this.flashes++,r||t.row!==n.row||t.top!==n.top||t.active!==n.active}render({row:t,index:n,top:r,active:i,
changedAt:a}){let s=a===0?"":`flash-${this.flashes%2}`;return o("div",{role:"row",id:`row-${n}`,"aria-rowindex":n+2,"ari\
a-selected":i,class:`row ${s}`,title:C(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
o("div",{role:"gridcell",class:"cell cell-state",children:o(Et,{state:t.state})}),o("div",{role:"gridcell",class:"cell c\
ell-name",children:o("a",{href:re(t.namespace,t.name),tabIndex:-1,children:o(ue,{value:t.name})})}),o("div",{role:"gridc\
ell",class:"cell cell-namespace",children:o(ue,{value:t.namespace})}),o("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?o("span",{class:"quiet",children:"\u2013"}):o(ue,{value:t.mesh})}),o("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:o(Ks,{row:t})}),o("div",{role:"gridcell",class:"cell cell-delegated",children:o(js,{delegated:t.delegated})}),
o("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>o("span",{class:"tag",title:C(l),children:o(
f,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function Ks({row:e}){return e.online+e.offline===0?o("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):o("span",{class:"endpoints",children:[o(ve,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),o("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[b(e.online),o("span",{class:"quiet",children:[" / ",b(e.online+e.offline)]})]})]})}function js({
delegated:e}){if(e==="")return null;let t=Ws[e];return o("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function ni(e,t,n,r,i=10){let a=Math.floor(e/n)-i,s=Math.ceil((e+t)/n)+i;return{first:Math.max(0,Math.min(a,r)),last:Math.
max(0,Math.min(s,r))}}function oi(e,t,n,r){let i=e*r;return i<t?i:i+r>t+n?i+r-n:t}function ri(e,t,n,r){let i=n-1,a=s=>Math.
max(0,Math.min(i,s));switch(e){case"ArrowDown":return a(t+1);case"ArrowUp":return a(t-1);case"PageDown":return a(t+r);case"\
PageUp":return a(t-r);case"Home":return 0;case"End":return i;default:return}}var Vs=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],ii=40,ai=68,si=window.matchMedia(
"(max-width: 720px)"),Qt={address:"",scrollTop:0,active:""};function li({rows:e,changed:t,sort:n,onSort:r,onEscape:i,grid:a}){
let s=Qt.address===ke.peek(),l=S(s?Qt.active:""),p=S(s?Qt.scrollTop:0),c=S({height:600,rowHeight:si.matches?ai:ii}),{height:u,
rowHeight:g}=c.value,d=ge(()=>Math.floor(p.value/c.value.rowHeight)).value,m=Gs(ke.value,a);He(()=>{let M=a.current;if(M===
null)return;let B=()=>{c.value={height:M.clientHeight,rowHeight:si.matches?ai:ii}},q=new ResizeObserver(B);return q.observe(
M),M.scrollTop=p.peek(),()=>{q.disconnect(),Qt={address:m.current,scrollTop:p.peek(),active:l.peek()}}},[]);let x=A(0),v=Xs(
e,l.value,x.current);x.current=v;let _=M=>{ie(re(M.namespace,M.name))},$=M=>{l.value=e[M]?.key??"";let B=a.current;B!==null&&
(B.scrollTop=oi(M,B.scrollTop,u-g,g))},k=M=>{if(M.altKey||M.ctrlKey||M.metaKey)return;let B=ri(M.key,l.value===""?-1:v,e.
length,Math.floor(u/g)-2),q=e[v]?.row;if(B!==void 0)$(B);else if(M.key==="Enter"&&M.target===M.currentTarget&&q!==void 0)
_(q);else if(M.key==="Escape")i();else return;M.preventDefault()},{first:R,last:te}=ni(d*g,u,g,e.length),X=performance.now();
return o("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:a,"data-testi\
d":"services-grid","aria-activedescendant":v>=R&&v<te?`row-${v}`:void 0,onKeyDown:k,onScroll:M=>{p.value=M.currentTarget.
scrollTop},onFocus:()=>{l.value===""&&(l.value=e[d]?.key??"")},children:[o(Js,{sort:n,onSort:r}),o("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*g}px`},children:e.slice(R,te).map(({key:M,row:B},q)=>o(Zt,{row:B,index:R+q,top:(R+
q)*g,active:M===l.value,open:_,changedAt:Ys(t.get(M),X)},M))})]})}function Gs(e,t){let n=A(e);return He(()=>{n.current!==
e&&t.current!==null&&(t.current.scrollTop=0),n.current=e},[e]),n}function Xs(e,t,n){return t===""?0:e[n]?.key===t?n:Math.
max(0,e.findIndex(r=>r.key===t))}function Ys(e,t){return e!==void 0&&t-e<1500?e:0}function Js({sort:e,onSort:t}){return o(
"div",{role:"rowgroup",class:"grid-head",children:o("div",{role:"row","aria-rowindex":1,class:"row",children:Vs.map(({label:n,
column:r})=>o("div",{role:"columnheader",class:`cell cell-${n.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?n:o("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===
e.column&&!e.descending}),children:[n,o("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?
"\u2193":"\u2191"})]})},n))})})}var Zs=100,Qs=400;function ci(){let e=Kn(ae("services"),Zs,v=>v.loaded),t=Q(()=>new Jt,[]),n=ge(()=>Qo(ke.value)),r=ge(()=>t.
query(e.value.entries,n.value)),i=Kn(e,Qs,v=>v.loaded),a=ge(()=>t.counts(i.value.entries,n.value)),s=A(null),l=A(null),p=S(
!1);tl(s);let c=v=>{ie(`/services${er({...n.value,...v})}`,"replace")},u=()=>ie("/services","replace"),g=v=>{if(v.key===
"Escape")u();else if(v.key==="ArrowDown"||v.key==="Enter")l.current?.focus();else return;v.preventDefault()},{rows:d,total:m}=r.
value,x=be.filter(v=>n.value[v]!=="").length;return o("div",{class:"services",children:[o("div",{class:"services-head",children:[
o("h1",{children:"Services"}),o("p",{class:"services-count","data-testid":"count",children:e.value.loaded&&(d.length===m?
H(m,"Service"):`${b(d.length)} of ${H(m,"Service")}`)}),o("label",{class:"search",children:[o("span",{class:"unseen",children:"\
Search Services"}),o("input",{ref:s,type:"search",placeholder:"Search name, address, finding",value:n.value.q,spellcheck:!1,
autocomplete:"off",onInput:v=>c({q:v.currentTarget.value}),onKeyDown:g}),o("kbd",{"aria-hidden":!0,children:"/"})]}),o("\
button",{type:"button",class:"button filters-toggle","aria-expanded":p.value,"aria-controls":"filters",onClick:()=>{p.value=
!p.value},children:["Filters",x>0?` (${x})`:""]})]}),o(ei,{filters:n.value,counts:a.value,change:c,clear:u,open:p.value}),
!e.value.loaded&&o(K,{label:"Services",lines:12}),e.value.loaded&&d.length===0&&o(el,{total:m,clear:u}),e.value.loaded&&
d.length>0&&o(li,{rows:d,changed:e.value.changed,sort:n.value.sort,onSort:v=>c({sort:v}),onEscape:u,grid:l})]})}function el({
total:e,clear:t}){return e===0?o(N,{title:"There are no Services",children:"Or none that you are allowed to read."}):o("\
div",{class:"nothing",children:[o("p",{class:"nothing-title",children:"No Service matches"}),o("button",{type:"button",class:"\
button",onClick:t,children:"Clear search and filters"})]})}function tl(e){L(()=>{let t=n=>{let r=n.target instanceof HTMLElement&&
n.target.closest("input, select, textarea")!==null;n.key!=="/"||r||n.ctrlKey||n.metaKey||n.altKey||(n.preventDefault(),e.
current?.focus(),e.current?.select())};return document.addEventListener("keydown",t),()=>document.removeEventListener("k\
eydown",t)},[])}function di({cluster:e}){return o("div",{class:"banners",role:"status","aria-label":"Notices",children:nl(e)})}function nl(e){
let{phase:t,reconnected:n}=V,r=new Date(V.heard.value).toISOString();if(t.value==="ended")return o(at,{kind:"bad",title:"\
kubectl meshwork ui has ended",children:["Start ",o("code",{children:"kubectl meshwork ui"})," again and open the addres\
s that it prints. What you see is the picture of ",o(en,{time:r}),"."]});if(t.value==="interrupted")return o(at,{kind:"c\
aution",title:"The connection was interrupted",children:["Connecting again. What you see is the picture of ",o(en,{time:r}),
"."]});if(t.value==="silent")return o(at,{kind:"bad",title:"kubectl meshwork ui does not answer",children:["since ",o(en,
{time:r}),". It may be suspended or overloaded. What you see is the last picture."]});let i=O(e,"connection");return t.value===
"open"&&i?.connected===!1?o(at,{kind:"caution",title:"The API server cannot be reached",children:["since ",o(en,{time:i.
since}),": ",o(f,{value:i.message}),". What you see is the last picture."]}):n.value?o(at,{kind:"good",title:"Connected \
again"}):null}function en({time:e}){return o(y,{children:[Pe(e)," (",o(Y,{time:e}),")"]})}function at({kind:e,title:t,children:n}){
return o("div",{class:`banner ${e}`,children:[o(E,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),o("p",
{children:[o("strong",{children:t})," ",n]})]})}function pi({cluster:e}){let t=O(e,"gaps")??[];return t.length===0?null:o("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:o("details",{children:[o("summary",{children:[o(E,{shape:"question",color:"caution"}),o("span",
{children:[H(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),o("ul",{children:t.
map(n=>o("li",{children:[o("strong",{children:o(f,{value:n.kind})}),o("span",{class:"tag",children:n.forbidden?"not allo\
wed":"not available"}),o("span",{children:o(f,{value:n.message})})]},n.kind))})]})})}var ol=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function ui({cluster:e}){let t=O(e,"info");return o("header",
{class:"top",children:[o("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[o("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),o("span",{children:"Meshwork"})]}),o("nav",{"aria-label":"Pages",children:ol.map(n=>o("a",
{href:n.href,"aria-current":n.pages.includes(_e.value.page)?"page":void 0,children:n.label},n.href))}),o("div",{class:"t\
op-facts",children:[t!==void 0&&o(rl,{info:t}),o(il,{cluster:O(e,"connection")}),o(ll,{})]})]})}function rl({info:e}){return o(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
o("span",{class:"fact",children:[o("span",{class:"fact-label",children:"Context"})," ",o(ue,{value:e.context})]}),e.scope!==
""&&o("span",{class:"fact scope",children:[o("span",{class:"fact-label",children:"Namespace"})," ",o(ue,{value:e.scope}),
o("span",{class:"fact-label",children:"only"})]})]})}function il({cluster:e}){let{color:t,word:n,since:r}=al(e);return o(
"div",{class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[o("svg",{viewBox:"\
0 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?o("circle",{cx:"5",cy:"5",r:"4.5"}):o("rect",{x:"\
1",y:"1",width:"8",height:"8"})}),o("span",{class:"connection-word",children:[n,r!==void 0&&o("span",{"aria-hidden":!0,children:[
" for ",Sn(Ee.value-r)]})]})]})}function al(e){switch(V.phase.value){case"connecting":return{color:"neutral",word:"Conne\
cting"};case"silent":return{color:"bad",word:"Silent",since:V.heard.value};case"ended":case"interrupted":case"refused":return{
color:"bad",word:"Disconnected"};case"open":return e?.connected!==!1?{color:"good",word:"Live"}:{color:"caution",word:"A\
PI server silent",since:Date.parse(e.since)}}}var sl={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0\
 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8\
A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};function ll(){return o("button",{type:"button",class:"button icon-only",onClick:Fo,
"aria-label":`Theme: ${pe.value}`,title:`Theme: ${pe.value}`,children:o("svg",{class:`icon theme-${pe.value}`,viewBox:"0\
 0 16 16",width:"16",height:"16","aria-hidden":!0,children:o("path",{d:sl[pe.value]})})})}function fi(){return o("main",{id:"main",class:"message-page",children:[o("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),o("h1",{children:"Open the address that kubectl meshwork ui printed"}),o("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),o("p",{children:"If you do not have the address any more, stop the command and start it again:"}),o(Xe,{text:"\
kubectl meshwork ui"})]})}function mi(){let e=ae("cluster"),t=A(null);return L(()=>{document.title=pl(_e.value)},[_e.value]),L(()=>{je.value!==0&&
(window.scrollTo(0,0),t.current?.focus({preventScroll:!0}))},[je.value]),V.phase.value==="refused"?o(fi,{}):o(y,{children:[
o("a",{class:"skip",href:"#main",children:"Skip to content"}),o(ui,{cluster:e.value}),o(di,{cluster:e.value}),o(pi,{cluster:e.
value}),o("main",{id:"main",ref:t,tabIndex:-1,class:cl(e.value)?"stale":"","data-page":_e.value.page,children:o(dl,{route:_e.
value})})]})}function cl(e){let t=V.phase.value;return t==="ended"||t==="interrupted"||t==="silent"?!0:e.entries.get("co\
nnection")?.connected===!1}function dl({route:e}){switch(e.page){case"overview":return o(rr,{});case"services":return o(
ci,{});case"service":return o(Zr,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return o(
jo,{});case"unknown":return o("div",{class:"message-page",children:[o("h1",{children:"There is no such page"}),o("p",{children:o(
"a",{href:"/",children:"Go to the overview"})})]})}}function pl(e){switch(e.page){case"overview":return"Overview \xB7 Meshw\
ork";case"services":return"Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"add\
resses":return"Addresses \xB7 Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}Do();_n();Eo();Co();Po(()=>V.open());V.open();var hi=document.getElementById("app");hi!==null&&so(o(mi,{}),hi);
