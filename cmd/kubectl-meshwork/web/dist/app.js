var tt,k,In,Kt,pe,Rn,zn,Dn,Bt,Ye,Oe,Ln,jt,qt,Wt,Br,Je={},Qe=[],qr=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
nt=Array.isArray;function se(e,t){for(var o in t)e[o]=t[o];return e}function Vt(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function Gt(e,t,o){var r,s,i,a={};for(i in t)i=="key"?r=t[i]:i=="ref"?s=t[i]:a[i]=t[i];if(arguments.length>2&&(a.children=
arguments.length>3?tt.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(i in e.defaultProps)a[i]===void 0&&
(a[i]=e.defaultProps[i]);return Ze(e,a,r,s,null)}function Ze(e,t,o,r,s){var i={type:e,props:t,key:o,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:s??++In,__i:-1,__u:0};return s==null&&k.vnode!=null&&k.vnode(i),i}function y(e){return e.children}function ne(e,t){this.props=e,this.context=t}function he(e,t){if(t==null)return e.__?he(
e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="f\
unction"?he(e):null}function Wr(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,r=[],s=[],i=se({},t);i.__v=t.__v+1,k.vnode&&k.vnode(
i),Xt(e.__P,i,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,r,o??he(t),!!(32&t.__u),s),i.__v=t.__v,i.__.__k[i.__i]=i,Wn(r,
i,s),t.__e=t.__=null,i.__e!=o&&Un(i)}}function Un(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),Un(e)}function An(e){(!e.__d&&(e.__d=!0)&&pe.push(e)&&
!et.__r++||Rn!=k.debounceRendering)&&((Rn=k.debounceRendering)||zn)(et)}function et(){try{for(var e,t=1;pe.length;)pe.length>
t&&pe.sort(Dn),e=pe.shift(),t=pe.length,Wr(e)}finally{pe.length=et.__r=0}}function Hn(e,t,o,r,s,i,a,l,d,c,u){var g,p,m,b,
x,N,R=r&&r.__k||Qe,M=t.length;for(d=Kr(o,t,R,d,M),g=0;g<M;g++)(m=o.__k[g])!=null&&(p=m.__i!=-1&&R[m.__i]||Je,m.__i=g,N=Xt(
e,m,p,s,i,a,l,d,c,u),b=m.__e,m.ref&&p.ref!=m.ref&&(p.ref&&Yt(p.ref,null,m),u.push(m.ref,m.__c||b,m)),x==null&&b!=null&&(x=
b),4&m.__u?(d=Bn(m,d,e),p.__e&&(p.__e=null)):typeof m.type=="function"&&N!==void 0?d=N:b&&(d=b.nextSibling),m.__u&=-7);return o.
__e=x,d}function Kr(e,t,o,r,s){var i,a,l,d,c,u=o.length,g=u,p=0;for(e.__k=new Array(s),i=0;i<s;i++)(a=t[i])!=null&&typeof a!=
"boolean"&&typeof a!="function"?(typeof a=="string"||typeof a=="number"||typeof a=="bigint"||a.constructor==String?a=e.__k[i]=
Ze(null,a,null,null,null):nt(a)?a=e.__k[i]=Ze(y,{children:a},null,null,null):a.constructor===void 0&&a.__b>0?a=e.__k[i]=
Ze(a.type,a.props,a.key,a.ref?a.ref:null,a.__v):e.__k[i]=a,d=i+p,a.__=e,a.__b=e.__b+1,l=null,(c=a.__i=jr(a,o,d,g))!=-1&&
(g--,(l=o[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(s>u?p--:s<u&&p++),typeof a.type!="function"&&(a.__u|=4)):c!=d&&
(c==d-1?p--:c==d+1?p++:(c>d?p--:p++,a.__u|=4))):e.__k[i]=null;if(g)for(i=0;i<u;i++)(l=o[i])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=he(l)),jn(l,l));return r}function Bn(e,t,o){var r,s;if(typeof e.type=="function"){for(r=e.__k,s=0;r&&s<r.length;s++)
r[s]&&(r[s].__=e,t=Bn(r[s],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=he(e)),t=o.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function jr(e,t,o,r){var s,i,a,l=e.key,d=e.type,c=t[o],u=c!=null&&(2&c.__u)==0;if(c===null&&l==null||u&&l==c.key&&d==c.type)
return o;if(r>(u?1:0)){for(s=o-1,i=o+1;s>=0||i<t.length;)if((c=t[a=s>=0?s--:i++])!=null&&(2&c.__u)==0&&l==c.key&&d==c.type)
return a}return-1}function Fn(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||qr.test(t)?o:o+
"px"}function Xe(e,t,o,r,s){var i,a;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)o&&t in o||Fn(e.style,t,"");if(o)for(t in o)r&&o[t]==r[t]||Fn(e.style,t,o[t])}else if(t[0]==
"o"&&t[1]=="n")i=t!=(t=t.replace(Ln,"$1")),a=t.toLowerCase(),t=a in e||t=="onFocusOut"||t=="onFocusIn"?a.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+i]=o,o?r?o[Oe]=r[Oe]:(o[Oe]=jt,e.addEventListener(t,i?Wt:qt,i)):e.removeEventListener(t,i?Wt:qt,i);else{
if(s=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&o==1?"":o))}}function On(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[Ye]==null)t[Ye]=jt++;else if(t[Ye]<
o[Oe])return;return o(k.event?k.event(t):t)}}}function Xt(e,t,o,r,s,i,a,l,d,c){var u,g,p,m,b,x,N,R,M,D,X,h,w,L,j,Ht,te=t.
type;if(t.constructor!==void 0)return null;128&o.__u&&(d=!!(32&o.__u),i=[l=t.__e=o.__e]),(u=k.__b)&&u(t);e:if(typeof te==
"function"){g=a.length;try{if(M=t.props,D=te.prototype&&te.prototype.render,X=(u=te.contextType)&&r[u.__c],h=u?X?X.props.
value:u.__:r,o.__c?R=(p=t.__c=o.__c).__=p.__E:(D?t.__c=p=new te(M,h):(t.__c=p=new ne(M,h),p.constructor=te,p.render=Gr),
X&&X.sub(p),p.state||(p.state={}),p.__n=r,m=p.__d=!0,p.__h=[],p._sb=[]),D&&p.__s==null&&(p.__s=p.state),D&&te.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=se({},p.__s)),se(p.__s,te.getDerivedStateFromProps(M,p.__s))),b=p.props,x=p.state,p.__v=t,
m)D&&te.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),D&&p.componentDidMount!=null&&
p.__h.push(p.componentDidMount);else{if(D&&te.getDerivedStateFromProps==null&&M!==b&&p.componentWillReceiveProps!=null&&
p.componentWillReceiveProps(M,h),t.__v==o.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(M,p.__s,h)===
!1){t.__v!=o.__v&&(p.props=M,p.state=p.__s,p.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(we){we&&(we.__=t)}),Qe.
push.apply(p.__h,p._sb),p._sb=[],p.__h.length&&a.push(p),l=he(o);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(
M,p.__s,h),D&&p.componentDidUpdate!=null&&p.__h.push(function(){p.componentDidUpdate(b,x,N)})}if(p.context=h,p.props=M,p.
__P=e,p.__e=!1,w=k.__r,L=0,D)p.state=p.__s,p.__d=!1,w&&w(t),u=p.render(p.props,p.state,p.context),Qe.push.apply(p.__h,p.
_sb),p._sb=[];else do p.__d=!1,w&&w(t),u=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++L<25);p.state=
p.__s,p.getChildContext!=null&&(r=se(se({},r),p.getChildContext())),D&&!m&&p.getSnapshotBeforeUpdate!=null&&(N=p.getSnapshotBeforeUpdate(
b,x)),j=u!=null&&u.type===y&&u.key==null?Kn(u.props.children):u,l=Hn(e,nt(j)?j:[j],t,o,r,s,i,a,l,d,c),p.base=t.__e,t.__u&=
-161,p.__h.length&&a.push(p),R&&(p.__E=p.__=null)}catch(we){if(a.length=g,t.__v=null,d||i!=null){if(we.then){for(t.__u|=
d?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;i!=null&&(i[i.indexOf(l)]=null),t.__e=l}else if(i!=null)for(Ht=
i.length;Ht--;)Vt(i[Ht])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),we.then||qn(t),k.__e(we,t,o)}}else i==null&&t.__v==
o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=Vr(o.__e,t,o,r,s,i,a,d,c);return(u=k.diffed)&&u(t),128&t.__u?void 0:l}function qn(e){
e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(qn))}function Wn(e,t,o){for(var r=0;r<o.length;r++)Yt(o[r],o[++r],o[++r]);k.
__c&&k.__c(t,e),e.some(function(s){try{e=s.__h,s.__h=[],e.some(function(i){i.call(s)})}catch(i){k.__e(i,s.__v)}})}function Kn(e){
return typeof e!="object"||e==null||e.__b>0?e:nt(e)?e.map(Kn):e.constructor!==void 0?null:se({},e)}function Vr(e,t,o,r,s,i,a,l,d){
var c,u,g,p,m,b,x,N=o.props||Je,R=t.props,M=t.type;if(M=="svg"?s="http://www.w3.org/2000/svg":M=="math"?s="http://www.w3\
.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),i!=null){for(c=0;c<i.length;c++)if((m=i[c])&&"setAttribute"in
m==!!M&&(M?m.localName==M:m.nodeType==3)){e=m,i[c]=null;break}}if(e==null){if(M==null)return document.createTextNode(R);
e=document.createElementNS(s,M,R.is&&R),l&&(k.__m&&k.__m(t,i),l=!1),i=null}if(M==null)N===R||l&&e.data==R||(e.data=R);else{
if(i=M=="textarea"&&R.defaultValue!=null?null:i&&tt.call(e.childNodes),!l&&i!=null)for(N={},c=0;c<e.attributes.length;c++)
N[(m=e.attributes[c]).name]=m.value;for(c in N)m=N[c],c=="dangerouslySetInnerHTML"?g=m:c=="children"||c in R||c=="value"&&
"defaultValue"in R||c=="checked"&&"defaultChecked"in R||Xe(e,c,null,m,s);for(c in R)m=R[c],c=="children"?p=m:c=="dangero\
uslySetInnerHTML"?u=m:c=="value"?b=m:c=="checked"?x=m:l&&typeof m!="function"||N[c]===m||Xe(e,c,m,N[c],s);if(u)l||g&&(u.
__html==g.__html||u.__html==e.innerHTML)||(e.innerHTML=u.__html),t.__k=[];else if(g&&(e.innerHTML=""),Hn(t.type=="templa\
te"?e.content:e,nt(p)?p:[p],t,o,r,M=="foreignObject"?"http://www.w3.org/1999/xhtml":s,i,a,i?i[0]:o.__k&&he(o,0),l,d),i!=
null)for(c=i.length;c--;)Vt(i[c]);l&&M!="textarea"||(c="value",M=="progress"&&b==null?e.removeAttribute("value"):b!=null&&
(b!==e[c]||M=="progress"&&!b||M=="option"&&b!=N[c])&&Xe(e,c,b,N[c],s),c="checked",x!=null&&x!=e[c]&&Xe(e,c,x,N[c],s))}return e}
function Yt(e,t,o){try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.
current=t}catch(s){k.__e(s,o)}}function jn(e,t,o){var r,s;if(k.unmount&&k.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.
__e||Yt(r,null,t)),(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(i){k.__e(i,t)}r.base=r.
__P=r.__n=null}if(r=e.__k)for(s=0;s<r.length;s++)r[s]&&jn(r[s],t,o||typeof e.type!="function");o||Vt(e.__e),e.__c=e.__=e.
__e=void 0}function Gr(e,t,o){return this.constructor(e,o)}function Vn(e,t,o){var r,s,i,a;t==document&&(t=document.documentElement),
k.__&&k.__(e,t),s=(r=typeof o=="function")?null:o&&o.__k||t.__k,i=[],a=[],Xt(t,e=(!r&&o||t).__k=Gt(y,null,[e]),s||Je,Je,
t.namespaceURI,!r&&o?[o]:s?null:t.firstChild?tt.call(t.childNodes):null,i,!r&&o?o:s?s.__e:t.firstChild,r,a),Wn(i,e,a),e.
props.children=null}tt=Qe.slice,k={__e:function(e,t,o,r){for(var s,i,a;t=t.__;)if((s=t.__c)&&!s.__)try{if((i=s.constructor)&&i.getDerivedStateFromError!=
null&&(s.setState(i.getDerivedStateFromError(e)),a=s.__d),s.componentDidCatch!=null&&(s.componentDidCatch(e,r||{}),a=s.__d),
a)return s.__E=s}catch(l){e=l}throw e}},In=0,Kt=function(e){return e!=null&&e.constructor===void 0},ne.prototype.setState=
function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=se({},this.state),typeof e=="function"&&(e=
e(se({},o),this.props)),e&&se(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),An(this))},ne.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),An(this))},ne.prototype.render=y,pe=[],zn=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Dn=function(e,t){return e.__v.__b-t.__v.__b},et.__r=0,Bt=Math.random().
toString(8),Ye="__d"+Bt,Oe="__a"+Bt,Ln=/(PointerCapture)$|Capture$/i,jt=0,qt=On(!1),Wt=On(!0),Br=0;var Ie,q,Zt,Gn,Jt=0,no=[],F=k,Xn=F.__b,Yn=F.__r,Zn=F.diffed,Jn=F.__c,Qn=F.unmount,eo=F.__;function en(e,t){F.__h&&F.__h(
q,e,Jt||t),Jt=0;var o=q.__H||(q.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function U(e,t){var o=en(Ie++,3);!F.__s&&tn(o.__H,t)&&(o.__=e,o.u=t,q.__H.__h.push(o))}function ge(e,t){var o=en(Ie++,4);
!F.__s&&tn(o.__H,t)&&(o.__=e,o.u=t,q.__h.push(o))}function T(e){return Jt=5,J(function(){return{current:e}},[])}function J(e,t){var o=en(Ie++,7);return tn(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Xr(){for(var e;e=no.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(ot),t.__h.some(Qt),t.__h=[]}catch(o){t.__h=
[],F.__e(o,e.__v)}}}F.__b=function(e){q=null,Xn&&Xn(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),eo&&eo(
e,t)},F.__r=function(e){Yn&&Yn(e),Ie=0;var t=(q=e.__c).__H;t&&(Zt===q?(t.__h=[],q.__h=[],t.__.some(function(o){o.__N&&(o.
__=o.__N),o.u=o.__N=void 0})):(t.__h.some(ot),t.__h.some(Qt),t.__h=[],Ie=0)),Zt=q},F.diffed=function(e){Zn&&Zn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(no.push(t)!==1&&Gn===F.requestAnimationFrame||((Gn=F.requestAnimationFrame)||Yr)(Xr)),
t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),Zt=q=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(
ot),o.__h=o.__h.filter(function(r){return!r.__||Qt(r)})}catch(r){t.some(function(s){s.__h&&(s.__h=[])}),t=[],F.__e(r,o.__v)}}),
Jn&&Jn(e,t)},F.unmount=function(e){Qn&&Qn(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{ot(r)}catch(s){t=s}}),
o.__H=void 0,t&&F.__e(t,o.__v))};var to=typeof requestAnimationFrame=="function";function Yr(e){var t,o=function(){clearTimeout(
r),to&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(o,35);to&&(t=requestAnimationFrame(o))}function ot(e){var t=q,
o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),q=t}function Qt(e){var t=q;e.__c=e.__(),q=t}function tn(e,t){return!e||
e.length!==t.length||t.some(function(o,r){return o!==e[r]})}var Zr=Symbol.for("preact-signals");function at(){if(ae>1)ae--;else{var e,t=!1;for((function(){var s=it;for(it=void 0;s!==
void 0;){var i=s.S;if(i.v===s.v)for(var a=i.t;a!==void 0;a=a.x)a.i===s.i&&(a.i=i.i);s=s.o}})();De!==void 0;){var o=De;for(De=
void 0,rt++;o!==void 0;){var r=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&ro(o))try{o.c()}catch(s){t||(e=s,t=!0)}o=r}}if(rt=0,ae--,
t)throw e}}function _e(e){if(ae>0)return e();nn=++Jr,ae++;try{return e()}finally{at()}}var ze,$=void 0;function Le(e){var t=$,
o=ze;$=void 0,ze=void 0;try{return e()}finally{$=t,ze=o}}var De=void 0,ae=0,rt=0,Jr=0,nn=0,it=void 0,st=0;function oo(e){
if($!==void 0){var t=e.n;if(t===void 0||t.t!==$)return t={i:0,S:e,p:$.s,n:void 0,t:$,e:void 0,x:void 0,r:t},$.s!==void 0&&
($.s.n=t),$.s=t,e.n=t,32&$.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=$.
s,t.n=void 0,$.s.n=t,$.s=t),t}}function O(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}O.prototype.brand=Zr;O.prototype.h=function(){return!0};O.prototype.S=function(e){
var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Le(function(){var r;(r=t.W)==null||r.call(t)}))};
O.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,r=e.x;o!==void 0&&(o.x=r,e.e=void 0),r!==void 0&&(r.e=
o,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&Le(function(){var s;(s=t.Z)==null||s.call(t)}))}};O.prototype.subscribe=
function(e){var t=this;return oe(function(){var o=t.value;Le(function(){return e(o)})},{name:"sub"})};O.prototype.valueOf=
function(){return this.value};O.prototype.toString=function(){return this.value+""};O.prototype.toJSON=function(){return this.
value};O.prototype.peek=function(){var e=this;return Le(function(){return e.value})};Object.defineProperty(O.prototype,"\
value",{get:function(){var e=oo(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(rt>100)throw new Error(
"Cycle detected");(function(o){ae!==0&&rt===0&&o.l!==nn&&(o.l=nn,it={S:o,v:o.v,i:o.i,o:it})})(this),this.v=e,this.i++,st++,
ae++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{at()}}}});function H(e,t){return new O(e,t)}function ro(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function io(e){for(var t=e.s;t!==void 0;t=t.n){
var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function so(e){for(var t=e.s,o=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=o}function ve(e,t){O.call(this,void 0,t),this.x=e,this.s=void 0,this.g=st-1,this.f=4}ve.prototype=new O;ve.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===st))return!0;if(this.g=st,this.f|=
1,this.i>0&&!ro(this))return this.f&=-2,!0;var e=$;try{io(this),$=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return $=e,so(this),this.f&=-2,!0};ve.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}O.prototype.S.call(this,e)};ve.prototype.
U=function(e){if(this.t!==void 0&&(O.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};ve.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
ve.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=oo(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function ue(e,t){return new ve(e,t)}function ao(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){ae++;var o=$;$=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,on(e),r}finally{$=o,at()}}}function on(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,ao(e)}function Qr(e){if($!==this)throw new Error("Out-of-o\
rder effect");so(this),$=e,this.f&=-2;try{8&this.f&&on(this)}finally{at()}}function ke(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,ze&&ze.push(this)}ke.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};ke.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,ao(this),io(this),ae++;var e=$;return $=this,Qr.bind(this,e)};ke.
prototype.N=function(){2&this.f||(this.f|=2,this.u=De,De=this)};ke.prototype.d=function(){this.f|=8,1&this.f||on(this)};
ke.prototype.dispose=function(){this.d()};function oe(e,t){var o=new ke(e,t);try{o.c()}catch(s){throw o.d(),s}var r=o.d.
bind(o);return r[Symbol.dispose]=r,r}var rn,Se,lt,ei=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,lo=[],co=[];oe(function(){rn=this.N})();function Me(e,t){
k[e]=t.bind(null,k[e]||function(){})}function Ue(e){if(lt){var t=lt;lt=void 0,t()}lt=e&&e.S()}function po(e){var t=this,
o=e.data,r=_(o);r.name="ReactiveDom",r.value=o;var s=J(function(){for(var l=t,d=t.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}
var c=ue(function(){var m=r.value.value;return m===0?0:m===!0?"":m||""}),u=ue(function(){return!Array.isArray(c.value)&&
!Kt(c.value)}),g=oe(function(){if(this.N=uo,u.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=m)}}),p=t.__$u.d;return t.__$u.d=function(){g(),p.call(this)},[u,c]},[]),i=s[0],a=s[1];return i.value?a.peek():a.value}
po.displayName="ReactiveTextNode";Object.defineProperties(O.prototype,{constructor:{configurable:!0,value:Gt(y,null).constructor},
type:{configurable:!0,value:po},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Me("__b",function(e,t){if(Ue(),Se=void 0,typeof t.type=="string"){var o,r=t.props;for(var s in r)
if(s!=="children"){var i=r[s];i instanceof O&&(o||(t.__np=o={}),o[s]=i,r[s]=i.peek())}}e(t)});Me("__r",function(e,t){if(e(
t),t.type!==y){Ue();var o,r=t.__c;r&&(r.__$f&=-2,(o=r.__$u)===void 0&&(r.__$u=o=(function(s,i){var a;return oe(function(){
a=this},{name:i}),a.c=s,a})((function(s){return function(){var i;ei&&((i=this.y)==null||i.call(this)),s.__$f|=1,s.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Se=r,Ue(o)}});Me("__e",function(e,t,o,r){Ue(),
Se=void 0,e(t,o,r)});Me("diffed",function(e,t){Ue(),Se=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var r=t.__np,
s=t.props,i=o.U;if(i)for(var a in i){var l=i[a];l===void 0||r&&a in r||(l.d(),i[a]=void 0)}if(r){i||(i={},o.U=i);for(var d in r){
var c=i[d],u=r[d];c===void 0?(c=ti(o,d,u,s),i[d]=c):c.o(u,s)}}}e(t)});function ti(e,t,o,r){var s=t in e&&e.ownerSVGElement===
void 0,i=H(o);return{o:function(a,l){i.value=a,r=l},d:oe(function(){this.N=uo;var a=i.value.value;r[t]!==a&&(r[t]=a,s?e[t]=
a:a!=null&&(a!==!1||t[4]==="-")?e.setAttribute(t,a):e.removeAttribute(t))})}}Me("unmount",function(e,t){if(typeof t.type==
"string"){var o=t.__e;if(o){var r=o.U;if(r){o.U=void 0;for(var s in r){var i=r[s];i&&i.d()}}}var a=t.__np;if(a){var l=t.
props;for(var d in a)l[d]=a[d]}t.__np=void 0}else{var c=t.__c;if(c){c.__$f|=8;var u=c.__$u;u&&(c.__$u=void 0,u.d())}}e(t)});
Me("__h",function(e,t,o,r){r<3&&(t.__$f|=2),e(t,o,r)});ne.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var o=this.__$u,r=o&&o.s!==void 0;for(var s in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.
__$f;if(!(r||i||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var a in e)if(a!==
"__source"&&e[a]!==this.props[a])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function _(e,t){return J(
function(){return H(e,t)},[])}function fe(e,t){var o=T(e);return o.current=e,Se.__$f|=4,J(function(){return ue(function(){
return o.current()},t)},[])}var ni=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
o),cancelAnimationFrame(r),e()},o=setTimeout(t,35),r=requestAnimationFrame(t)},oi=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function ri(){_e(function(){for(var e;e=lo.shift();)rn.call(e)})}function ii(){lo.push(this)===1&&(k.
requestAnimationFrame||ni)(ri)}function si(){_e(function(){for(var e;e=co.shift();)rn.call(e)})}function uo(){co.push(this)===
1&&(k.requestAnimationFrame||oi)(si)}function ct(e,t){var o=T(e);o.current=e;var r=Se;U(function(){return oe(function(){
if(this.N=ii,!(r&&8&r.__$f))return o.current()},t)},[])}var dt=H(Date.now());function fo(){window.setInterval(()=>{document.hidden||(dt.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{dt.value=Date.now()})}var pt=H({path:window.location.pathname,search:window.location.search}),be=ue(()=>ai(pt.value.path)),xe=ue(()=>pt.value.
search),He=H(0);function ai(e){let[,t="",o="",r="",...s]=e.replace(/\/+$/,"").split("/");return s.length>0?{page:"unknow\
n"}:t===""&&o===""?{page:"overview"}:t==="addresses"&&o===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:o===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:mo(o),name:mo(r)}}function Y(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function re(e,t="push"){try{t==="push"?window.history.pushState(null,"",e):window.history.
replaceState(null,"",e)}catch{}let{pathname:o,search:r}=new URL(e,window.location.origin);pt.value={path:o,search:r},t===
"push"&&He.value++}function ho(){window.addEventListener("popstate",()=>{pt.value={path:window.location.pathname,search:window.
location.search},He.value++}),document.addEventListener("click",li)}function li(e){if(e.defaultPrevented||e.button!==0||
e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof Element?e.target.closest("a"):null;if(t===null||
!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;let o=new URL(t.href,window.location.href),r=o.
pathname===window.location.pathname&&o.hash!=="";o.origin!==window.location.origin||r||(e.preventDefault(),re(o.pathname+
o.search))}function mo(e){try{return decodeURIComponent(e)}catch{return e}}var an="meshwork-token";function ln(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(ci(e[1]),re(window.location.pathname+window.location.search,"replace"),!0)}var sn="";function ci(e){sn=e;try{localStorage.
setItem(an,e)}catch{}}function ut(){try{return localStorage.getItem(an)??sn}catch{return sn}}function go(e){window.addEventListener(
"storage",t=>{t.key===an&&e()}),window.addEventListener("hashchange",()=>{ln()&&e()})}function ft(e,t){let o={headers:{Authorization:`\
Bearer ${ut()}`},cache:"no-store"};return t!==void 0&&(o.signal=t),fetch(e,o)}var vo=500,di=5e3,pi=4e3,mt=class{constructor(t,o){this.onMessage=t;this.topics=o}onMessage;topics;phase=H("connecting");reconnected=H(
!1);socket;pause=vo;retry;wasOpen=!1;open(){if(window.clearTimeout(this.retry),this.leave(),ut()===""){this.phase.value=
"refused";return}let t=new URL("/api/watch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let o;try{
o=new WebSocket(t,["meshwork.dev",ut()])}catch{this.phase.value="refused";return}this.socket=o,o.onopen=()=>this.opened(
o),o.onmessage=r=>this.received(r.data),o.onclose=()=>{this.socket===o&&this.closed()}}send(t){this.socket?.readyState===
WebSocket.OPEN&&this.socket.send(JSON.stringify(t))}opened(t){this.pause=vo;for(let o of this.topics())t.send(JSON.stringify(
{subscribe:o}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.value=!1},pi)),this.wasOpen=
!0,this.phase.value="open"}received(t){if(typeof t!="string")return;let o;try{o=JSON.parse(t)}catch{return}typeof o?.topic==
"string"&&this.onMessage(o)}leave(){let t=this.socket;this.socket=void 0,t?.close()}async closed(){this.socket=void 0;let t=await ui();
this.socket===void 0&&(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.
pause=Math.min(di,this.pause*1.6)))}};async function ui(){try{return(await ft("/api/session")).status===401?"refused":"i\
nterrupted"}catch{return"ended"}}var bo={namespace:"",name:"",mesh:"",type:"",headless:!1,state:"Unknown",summary:"",meshServices:0,online:0,offline:0,delegated:"",
findings:[],addresses:[],problem:!1},fi={context:"",server:"",scope:"",version:"",pluginVersion:""},mi={connected:!0,message:"",
since:""},hi={healthy:!1,document:{blocks:[]}},gi={namespace:"",leader:"",renewed:"",leads:"Unknown",message:"",deployments:[]},
vi={services:0,inMesh:0,online:0,offline:0,missing:0,conflicts:0,foreign:0,delegated:0,effective:0,withProblem:0,compared:!1},
bi={name:"",mtls:"",meshServices:0,conditions:[]},xi={time:"",namespace:"",service:"",text:"",tone:"neutral"},yi={namespace:"",
name:"",type:"",clusterIPs:[],ports:[],mesh:"",inMesh:!1,healthy:!1,headless:!1,created:"",addresses:[]},wi={command:"",
why:""},_i={name:"",pod:"",state:"Unknown",availability:"",online:0,offline:0,holder:"",addresses:[]},ki={name:"",manager:"",
ours:!1,addressType:"",endpoints:0,ready:0,warnings:[]},Si={name:"",pod:!1,addresses:[],node:"",zone:"",state:"NotReady",
slices:[],managers:[],phase:"",warnings:[]},Mi={manager:"",fromPods:!1,phase:"",keptAway:!1,desired:0,ours:0,others:0,effective:!1,
message:""},Ci={time:"",text:"",tone:"neutral"},Ti={time:"",type:"Normal",reason:"",message:"",count:1,from:""},$i={mesh:"",
cidr:"",first:"",family:"IPv4",size:"0",used:0,keptBack:0,available:"0",message:""},Ei={ip:"",mesh:"",range:"",state:"Us\
ed",namespace:"",service:"",offset:"0"},Pi={servers:[],clients:[]},Ni={info:fi,connection:mi,status:hi,manager:gi,counts:vi,
mesh:bi,problem:bo,change:xi,service:yi,missing:{message:""},document:{blocks:[]},remedy:wi,meshService:_i,slice:ki,endpoint:Si,
delegation:Mi,handover:Ci,event:Ti,xds:Pi,object:{},range:$i,address:Ei};function xo(e,t,o){if(typeof o!="object"||o===null||
Array.isArray(o))return o;let r=e==="services"?bo:Ni[t.split("/",1)[0]??""];if(r===void 0)return o;let s={...r};for(let[
i,a]of Object.entries(o))a!==null&&(s[i]=a);return s}var Ri=2e3,Ai=4,ht=class{constructor(t,o,r,s=()=>performance.now()){this.send=t;this.schedule=o;this.linger=r;this.now=s}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let o=this.topics.has(t),r=this.topic(t);r.subscribers++,o||this.send({subscribe:t});let s=!1,i=()=>{s||(s=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)),this.dropOldest())};return{state:r.state,end:i}}dropOldest(){let t=[...this.topics].filter(
([,o])=>o.subscribers===0);for(let[o,r]of t.slice(0,-Ai))this.drop(o,r)}drop(t,o){o.subscribers>0||this.topics.get(t)!==
o||(this.topics.delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(
t),this.waiting.length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let o=new Set;for(let r of t){
let s=this.topics.get(r.topic);s!==void 0&&(this.change(s,r),o.add(s))}_e(()=>{for(let r of o)r.state.value={loaded:!0,entries:r.
entries,changed:r.changed}})}change(t,o){let r=this.now();o.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[s,
i]of t.changed)r-i>Ri&&t.changed.delete(s);for(let s of o.remove??[])t.entries.delete(s),t.changed.delete(s);for(let[s,i]of Object.
entries(o.set??{}))t.entries.set(s,xo(o.topic,s,i)),o.reset!==!0&&t.changed.set(s,r)}topic(t){let o=this.topics.get(t);if(o===
void 0){let r=new Map,s=new Map;o={entries:r,changed:s,state:H({loaded:!1,entries:r,changed:s}),subscribers:0},this.topics.
set(t,o)}return o}};function A(e,t){return e.entries.get(t)}function I(e,t){return le(e,t).map(([,o])=>o)}function le(e,t){
let o=`${t}/`,r=[];for(let[s,i]of e.entries)s.startsWith(o)&&r.push([s.slice(o.length),i]);return r}var Fi=250,Oi=2e4;function Ii(e){document.hidden?window.setTimeout(e,Fi):window.requestAnimationFrame(e)}var cn=new ht(e=>Q.
send(e),Ii,e=>{window.setTimeout(e,Oi)}),Q=new mt(e=>cn.receive(e),()=>cn.names()),yo={loaded:!1,entries:new Map,changed:new Map};
function ie(e){let t=_(void 0),o=_(yo);return U(()=>{let r=cn.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.
end()}},[e]),ct(()=>{o.value=t.value?.value??yo}),o}var wo="meshwork-theme",gt=["system","light","dark"],ce=H(zi());function _o(){ce.value=gt[(gt.indexOf(ce.value)+1)%gt.length]??
"system"}function ko(){oe(()=>{document.documentElement.dataset.theme=ce.value;try{localStorage.setItem(wo,ce.value)}catch{}})}
function zi(){try{let e=localStorage.getItem(wo);return gt.find(t=>t===e)??"system"}catch{return"system"}}var Di=0;function n(e,t,o,r,s,i){t||(t={});var a,l,d=t;if("ref"in d)for(l in d={},t)l=="ref"?a=t[l]:d[l]=t[l];var c={type:e,props:d,
key:o,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Di,__i:-1,__u:0,__source:s,__self:i};if(typeof e==
"function"&&(a=e.defaultProps))for(l in a)d[l]===void 0&&(d[l]=a[l]);return k.vnode&&k.vnode(c),c}function K({title:e,children:t,aside:o,id:r,kind:s=""}){let i=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return n(
"section",{class:`panel ${s}`,"aria-labelledby":i,id:r,children:[n("header",{class:"panel-head",children:[n("h2",{id:i,children:e}),
o]}),t]})}function E({title:e,children:t}){return n("div",{class:"nothing",children:[n("p",{class:"nothing-title",children:e}),
t!==void 0&&n("p",{children:t})]})}function W({lines:e=4,label:t}){return n("div",{class:"skeleton",role:"status",children:[
n("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(o,r)=>n("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Li=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function S(e,t="nothing"){return e.replace(Li,o=>t==="lines"&&(o===`
`||o==="	")?o:o===`
`?" \u23CE ":`\u27E8U+${(o.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function So(e,t){let o=Date.
parse(e);if(Number.isNaN(o)||o<=0)return"";let r=Ui(Math.abs(t-o));return o>t+1e3?`in ${r}`:`${r} ago`}function Ui(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let o=Math.floor(t/60);if(o<120)return`${o}m`;let r=Math.floor(o/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function vt(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function v(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Hi(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Hi(e){
let t=e.toString(2),o=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(o)?"":"\u2248 "}${Bi(o)}`}function Bi(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function B(e,t,o=`${t}\
s`){return`${v(e)} ${e===1?t:o}`}function dn(e,t){if(e.length<=t)return e;let o=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-o)}\u2026${e.slice(e.length-o)}`}var qi={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function C({
shape:e,color:t,label:o}){let r=o===void 0?{"aria-hidden":!0}:{role:"img","aria-label":o};return n("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:n("path",{d:qi[e]})})}var Mo={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function V({
mark:e}){let t=Mo[e??"Neutral"]??Mo.Neutral;return n(C,{...t})}function bt({tone:e}){return n(V,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var pn={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"bad",
word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Conflict"},
NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},NotInMesh:{
shape:"dash",color:"neutral",word:"Not in mesh"}};function Co(e){return pn[e]?.word??e}function xt({state:e}){let t=pn[e]??
pn.Unknown;return n("span",{class:`state ${t.color}`,children:[n(C,{shape:t.shape,color:t.color}),n("span",{children:t.word})]})}function f({value:e}){return n("bdi",{children:S(e)})}function de({value:e}){let t=S(e);return n("bdi",{class:"name",title:t,
children:t})}function Z({time:e}){return e===""?null:n("time",{dateTime:e,title:S(e),children:So(e,dt.value)})}function Be(e){return e.includes(":")?Ki(e):Wi(e)}function Wi(e){let t=e.split(".");if(!(t.length!==4||t.some(o=>!/^\d{1,3}$/.
test(o)||Number(o)>255)))return t.reduce((o,r)=>o<<8n|BigInt(r),0n)}function Ki(e){let t=e.split("::");if(t.length>2)return;
let o=t.map(l=>l===""?[]:l.split(":")),[r=[],s=[]]=o,i=t.length===2?8-r.length-s.length:0,a=[...r,...Array.from({length:Math.
max(0,i)},()=>"0"),...s];if(!(a.length!==8||a.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return a.reduce((l,d)=>l<<16n|BigInt(
`0x${d}`),0n)}function To(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(i=>e>>i&255n).join(".");let o=Array.from({length:8},
(i,a)=>(e>>BigInt(112-16*a)&0xffffn).toString(16)),{start:r,length:s}=ji(o);return s<2?o.join(":"):`${o.slice(0,r).join(
":")}::${o.slice(r+s).join(":")}`}function ji(e){let t={start:0,length:0},o=0;return e.forEach((r,s)=>{r!=="0"?o=s+1:s-o+
1>t.length&&(t={start:o,length:s-o+1})}),t}var un=200,$o={Used:{word:"Used",color:"neutral",shape:"dot"},KeptBack:{word:"Kept back",color:"caution",shape:"clock"},
Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};function Eo({
addresses:e}){let t=_(un),o=new URLSearchParams(xe.value).get("q")??"",r=e.filter(i=>Gi(i).includes(o.trim().toLowerCase())).
sort(Xi),s=i=>re(i===""?"/addresses":`/addresses?q=${encodeURIComponent(i)}`,"replace");return n(K,{title:"All addresses",
aside:n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search addresses"}),n("input",{type:"search",
placeholder:"Search address or Service",value:o,spellcheck:!1,autocomplete:"off",onInput:i=>s(i.currentTarget.value)})]}),
children:[n("p",{class:"quiet",children:[v(r.length)," of ",v(e.length)," addresses"]}),n("div",{class:"table-box",tabIndex:0,
role:"region","aria-label":"Addresses",children:n("table",{class:"address-table",children:[n("thead",{children:n("tr",{children:[
"Address","State","Service","Mesh","Range"].map(i=>n("th",{scope:"col",children:i},i))})}),n("tbody",{children:r.slice(0,
t.value).map(i=>n(Vi,{address:i},`${i.mesh} ${i.ip}`))})]})}),r.length>t.value&&n("button",{type:"button",class:"button",
onClick:()=>{t.value+=un},children:["Show ",v(Math.min(un,r.length-t.value))," more"]})]})}function Vi({address:e}){let t=$o[e.
state]??$o.Reserved;return n("tr",{children:[n("td",{class:"ip",children:n(f,{value:e.ip})}),n("td",{children:n("span",{
class:`state ${t.color}`,children:[n(C,{shape:t.shape,color:t.color}),t.word]})}),n("td",{children:e.service!==""&&n("a",
{href:Y(e.namespace,e.service),children:n(f,{value:`${e.namespace}/${e.service}`})})}),n("td",{children:n(f,{value:e.mesh})}),
n("td",{children:n(f,{value:e.range})})]})}function Gi(e){return`${e.ip} ${e.namespace}/${e.service} ${e.mesh} ${e.state}`.
toLowerCase()}function Xi(e,t){let[o,r]=[Be(e.ip)??0n,Be(t.ip)??0n];return o<r?-1:o>r?1:0}var yt=1024n,Yi=1n<<20n,Zi=256n;function Po(e,t){let o=Ji(e);if(o===void 0)return;let r=t.map(u=>({address:u,offset:Qi(u)})).
filter(({offset:u})=>u>=0n&&u<o.size);if(r.length===0&&o.size>yt)return;let s=es(o.size,r.map(({offset:u})=>u)),i=s.size<=
yt?1n:(s.size+yt-1n)/yt,a=new Map;for(let{address:u,offset:g}of r){let p=Number((g-s.first)/i),m=a.get(p);m===void 0?a.set(
p,[u]):m.push(u)}let l=u=>To(o.first+u,e.family),d=Number((s.size+i-1n)/i);return{cells:Array.from({length:d},(u,g)=>{let p=s.
first+BigInt(g)*i,m=fn(p+i,s.first+s.size)-1n,b=a.get(g)??[];return{first:l(p),last:l(m),kind:ts(b),addresses:b,density:ns(
b.length,i)}}),perCell:i,first:l(s.first),last:l(s.first+s.size-1n),whole:s.size===o.size}}function Ji(e){let t=Be(e.first);
return t===void 0?void 0:{first:t,size:BigInt(e.size)}}function Qi(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}
function es(e,t){if(e<=Yi)return{first:0n,size:e};let o=t.reduce((i,a)=>fn(i,a),t[0]??0n),r=t.reduce((i,a)=>a>i?a:i,0n),
s=Zi;for(;s<e&&o/s!==r/s;)s*=2n;return{first:o/s*s,size:fn(s,e)}}function ts(e){return e.some(t=>t.state==="Used")?"used":
e.some(t=>t.state==="KeptBack")?"keptBack":e.length>0?"reserved":"free"}function ns(e,t){if(e===0)return 0;if(t===1n)return 4;
let o=e/Number(t);return o>.75?4:o>.5?3:o>.25?2:1}function fn(e,t){return e<t?e:t}function No(e,t,o,r){let s={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return o-
1;let i=s[e];if(i===void 0)return;let a=t+i;return a>=0&&a<o?a:Math.max(0,t)}function Ro({range:e,addresses:t,index:o}){let r=Po(e,t);return n("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[n("header",{class:"range-head",children:[n("h2",{children:n(f,{value:e.cidr})}),n("sp\
an",{class:"tag",children:["Mesh ",n(f,{value:e.mesh})]}),n("p",{class:"range-numbers",children:[n("strong",{children:v(
e.used)})," used, ",n("strong",{children:v(e.keptBack)})," kept back,"," ",n("strong",{children:v(e.available)})," avail\
able of ",v(e.size)]})]}),e.message!==""&&n("p",{class:"range-message",children:[n(C,{shape:"warning",color:"caution"}),
n("span",{children:n(f,{value:e.message})})]}),r!==void 0&&n(os,{map:r,range:e,index:o}),r===void 0&&e.message===""&&n("\
p",{class:"quiet",children:"No address of this range is in use."})]})}function os({map:e,range:t,index:o}){let r=T(null),
s=_(0),i=_(-1),a=_(-1),l=fe(()=>a.value>=0?a.value:i.value);ge(()=>{if(r.current===null)return;let b=r.current,x=new ResizeObserver(
()=>{s.value=b.clientWidth});return x.observe(b),s.value=b.clientWidth,()=>x.disconnect()},[]);let d=rs(e.cells.length,s.
value),c=Math.min(20,Math.floor(s.value/d*10)/10),u=Math.ceil(e.cells.length/d),g=b=>`range-${o}-cell-${b}`,p=b=>{let x=No(
b.key,i.value,e.cells.length,d);x!==void 0&&(b.preventDefault(),i.value=x)},m=b=>{let x=b.target instanceof Element?b.target.
closest("[data-cell]"):null;return Number(x?.getAttribute("data-cell")??-1)};return n("div",{class:"map",ref:r,children:[
n("svg",{class:"map-cells",width:d*c,height:u*c,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first} to ${e.last}`,
"aria-activedescendant":i.value>=0?g(i.value):void 0,onKeyDown:p,onPointerOver:b=>{a.value=m(b)},onPointerLeave:()=>{a.value=
-1},onClick:b=>{i.value=m(b)},onFocus:()=>{i.value<0&&(i.value=0)},children:[n(ss,{index:o}),s.value>0&&e.cells.map((b,x)=>n(
"rect",{id:g(x),"data-cell":x,role:"option","aria-selected":x===i.value,"aria-label":as(b,e.perCell),class:`map-cell ${b.
kind} density-${b.density}`,x:x%d*c+1,y:Math.floor(x/d)*c+1,width:c-2,height:c-2,rx:"2",fill:is(b,o)},x)),l.value>=0&&n(
"rect",{class:"map-cursor",x:l.value%d*c,y:Math.floor(l.value/d)*c,width:c,height:c,rx:"3"})]}),n("p",{class:"map-scale \
quiet",children:[e.first," to ",e.last,e.perCell>1n?`, ${v(e.perCell.toString())} addresses in a cell`:", one address in\
 a cell",!e.whole&&"; only the part of the range that is in use"]}),n(ls,{cell:e.cells[l.value],perCell:e.perCell,name:t.
cidr})]})}function rs(e,t){let o=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=o&&t/r>=10)??16}function is(e,t){return e.
kind==="keptBack"?`url(#kept-back-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function ss({index:e}){return n(
"defs",{children:[n("pattern",{id:`kept-back-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"\
rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),n("rect",{class:"pattern-caution",width:"2\
.5",height:"5"})]}),n("pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[n("rect",
{class:"pattern-ground",width:"4",height:"4"}),n("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var hn={free:"\
free",used:"used",keptBack:"kept back",reserved:"reserved"};function as(e,t){let o=e.first===e.last?e.first:`${e.first} \
to ${e.last}`;if(t>1n)return`${o}: ${e.addresses.length===0?hn[e.kind]:`${B(e.addresses.length,"address","addresses")} t\
aken`}`;let r=e.addresses[0]?.service??"",s=r===""?"":` by ${S(e.addresses[0]?.namespace??"")}/${S(r)}`;return`${o}: ${hn[e.
kind]}${s}`}var mn=6;function ls({cell:e,perCell:t,name:o}){return e===void 0?n("p",{class:"readout quiet",children:["Po\
int at a cell of ",o,", or use the arrow keys, to see who has its addresses."]}):n("p",{class:"readout",children:[n("str\
ong",{children:e.first===e.last?e.first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?hn[e.kind]:`${v(
e.addresses.length)} of ${v(t.toString())} taken`,e.addresses.slice(0,mn).map(r=>n("span",{class:"value",children:[t>1n&&
n(y,{children:[r.ip," "]}),r.service!==""&&n("a",{href:Y(r.namespace,r.service),children:n(f,{value:`${r.namespace}/${r.
service}`})})]},r.ip)),e.addresses.length>mn&&n("span",{class:"value quiet",children:["and ",e.addresses.length-mn," mor\
e"]})]})}function Ao(){let e=ie("addresses").value,t=I(e,"range").sort((r,s)=>`${r.mesh} ${r.family} ${r.cidr}`<`${s.mesh} ${s.family}\
 ${s.cidr}`?-1:1),o=I(e,"address");return n("div",{class:"page addresses",children:[n("div",{class:"page-head",children:[
n("h1",{children:"Addresses"}),t.length>0&&n(cs,{})]}),!e.loaded&&n(W,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&n(E,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",n("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,s)=>n(Ro,{range:r,index:s,addresses:o.filter(i=>i.range===
r.cidr&&i.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),o.length>0&&n(Eo,{addresses:o})]})}function cs(){return n("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","kept-back","reserved"].map(e=>n("li",{children:[n("svg",
{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[n("defs",{children:n("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?n("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),n("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var ds=2e3;function Ce({text:e,label:t="Copy"}){let o=_(""),r=async()=>{try{await navigator.clipboard.writeText(e),o.value=
"Copied"}catch{o.value="Not copied"}window.setTimeout(()=>{o.value=""},ds)};return n("button",{type:"button",class:"butt\
on small",onClick:()=>{r()},children:n("span",{"aria-live":"polite",children:o.value||t})})}function wt({document:e,without:t}){return n("div",{class:"document",children:e.blocks?.map((o,r)=>o.kind===t?null:n(ps,
{block:o},r))})}function ps({block:e}){let t=e.text??"";switch(e.kind){case"headline":return n("p",{class:"headline",children:[
n(V,{mark:e.mark}),n("span",{children:n(f,{value:t})})]});case"heading":return n("h3",{children:n(f,{value:t})});case"it\
em":return n("div",{class:"item",children:[n(V,{mark:e.mark}),n("span",{class:"item-label",children:n(f,{value:e.label??
""})}),n("span",{class:"item-text",children:n(f,{value:t})})]});case"table":return n(us,{rows:e.rows??[]});case"command":
return n(qe,{text:t});case"remark":return n("p",{class:"remark",children:n(f,{value:t})});case"paragraph":return n("p",{
children:n(f,{value:t})});default:return null}}function qe({text:e}){return n("div",{class:"command",children:[n("code",
{children:n(f,{value:e})}),n(Ce,{text:e})]})}function us({rows:e}){let[t,...o]=e;return t===void 0?null:n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":`Table: ${t[0]??""}`,children:n("table",{children:[n("thead",{children:n(
"tr",{children:t.map((r,s)=>n("th",{scope:"col",children:n(f,{value:r})},s))})}),n("tbody",{children:o.map((r,s)=>n("tr",
{children:r.map((i,a)=>n("td",{children:n(f,{value:i})},a))},s))})]})})}var fs=60;function Fo({state:e}){let t=le(e,"change").sort(([o],[r])=>Number(r)-Number(o)).slice(0,fs);return n(K,{title:"\
Changes",kind:"changes",children:[!e.loaded&&n(W,{label:"changes"}),e.loaded&&t.length===0&&n(E,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),n("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([o,r])=>n(ms,{change:r},o))})]})}function ms({change:e}){return n("l\
i",{children:[n(bt,{tone:e.tone}),n("time",{dateTime:e.time,children:vt(e.time)}),n("span",{children:[e.service!==""&&n(
"a",{href:Y(e.namespace,e.service),children:n(f,{value:`${e.namespace}/${e.service}`})})," ",n(f,{value:e.text})]})]})}var hs={Yes:"Good",No:"Bad",Unknown:"Unclear"};function Oo({manager:e}){return n(K,{title:"Manager",aside:n("span",{class:"\
quiet",children:["Namespace ",n(f,{value:e.namespace})]}),children:[n("div",{class:"item",children:[n(V,{mark:hs[e.leads]}),
n("span",{class:"item-label",children:"Leader"}),n("span",{class:"item-text",children:[e.leader!==""&&n("strong",{class:"\
leader",children:n(f,{value:e.leader})})," ",n(f,{value:e.message})]})]}),e.deployments.map(t=>n("div",{class:"item",children:[
n(V,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),n("span",{class:"item-label",children:"Deployment"}),n("span",{
class:"item-text",children:[n(f,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",(t.images??[]).map(o=>n("code",
{class:"image",children:n(f,{value:o})},o))]})]},t.name))]})}function Te({shares:e,label:t}){let o=e.reduce((i,a)=>i+a.value,0),r=0,s=e.map(i=>`${v(i.value)} ${i.word}`).join(", ");
return n("svg",{class:"bar",role:"img","aria-label":`${t}: ${s}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
n("rect",{class:"track",width:"100",height:"6"}),o>0&&e.map(i=>{let a=i.value===0?0:Math.max(2,i.value/o*100),l=n("rect",
{class:`fill-${i.color}`,x:r,width:Math.min(a,100-r),height:"6"},i.word);return r+=a,l})]})}function zo({mesh:e}){let t=e.conditions.filter(o=>!o.true);return n("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[n("header",{children:[n("h3",{children:n("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:n(
de,{value:e.name})})}),n("span",{class:"quiet",children:B(e.meshServices,"MeshService")}),e.mtls!==""&&n("span",{class:"\
tag",children:["mTLS ",n(f,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&n("span",{class:"state good",children:[
n(C,{shape:"check",color:"good"}),"Ready"]})]}),t.map(o=>n("div",{class:"item",children:[n(V,{mark:"Bad"}),n("span",{class:"\
item-label",children:n(f,{value:o.type})}),n("span",{class:"item-text",children:[n(f,{value:o.message??""})," ",n("span",
{class:"tag",children:n(f,{value:o.reason})})]})]},o.type)),n("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&n(Io,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&n(Io,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&n(gs,{certificates:e.
certificates})]})]})}function Io({family:e,usage:t}){let o=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return n(y,{children:[n("dt",{children:[e," addresses"]}),
n("dd",{class:"usage",children:[n(Te,{label:`${e} addresses`,shares:o}),n("a",{href:"/addresses",children:[v(t.used)," u\
sed, ",v(t.available)," available"]}),r&&n("span",{class:"state bad",children:[n(C,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function gs({certificates:e}){return n(y,{children:[n("dt",{children:"Certificates"}),n("dd",{children:[B(
e.pods,"Pod"),e.signingBackend!==void 0&&n(y,{children:[" from CA backend ",n("strong",{children:n(f,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&n(y,{children:["; the first expires ",n(Z,{time:e.firstExpiry})]}),(e.expired??0)>0&&n("span",{class:"\
state bad",children:[n(C,{shape:"warning",color:"bad"}),v(e.expired??0)," expired"]}),e.rotation!==void 0&&e.rotation!==
""&&n("p",{class:"rotation",children:[n("span",{class:"tag",children:n(f,{value:e.rotation})})," ",n(f,{value:e.rotationMessage??
""})]})]})]})}var vs=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"];function $e(e){return vs.indexOf(e)}function Do({state:e,total:t}){let o=I(e,"problem").sort(bs),r=Math.max(t,o.length),s=r>o.length&&n("a",{href:"/services\
?problem=true",children:["All ",v(r)]});return n(K,{title:"Problems",aside:n("span",{class:"quiet",children:s||o.length>
0&&v(o.length)}),children:[o.length===0&&n(E,{title:"Every Service is as it should be"}),n("ul",{class:"problems",children:o.
map(i=>n("li",{children:n("a",{href:Y(i.namespace,i.name),children:[n(xt,{state:i.state}),n("span",{class:"problem-name",
children:n(f,{value:`${i.namespace}/${i.name}`})}),n("span",{class:"problem-text",children:n(f,{value:i.summary})})]})},
`${i.namespace}/${i.name}`))})]})}function bs(e,t){return $e(e.state)-$e(t.state)||(`${e.namespace}/${e.name}`<`${t.namespace}\
/${t.name}`?-1:1)}function Uo({counts:e}){return n("ul",{class:"tiles","aria-label":"Counts",children:xs(e).map(t=>n("li",{children:n("a",
{class:`tile ${t.color??""}`,href:t.href,children:[n("span",{class:"tile-label",children:t.label}),n("span",{class:"tile\
-value",children:[t.color!==void 0&&n(C,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),n("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function xs(e){let t=o=>e.compared?v(o):"unknown";return[{label:"\
Services",value:v(e.services),note:`${v(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:v(e.withProblem),
note:"Services",href:"/services?problem=true",...gn(e.withProblem)},{label:"Online",value:v(e.online),note:"Services",href:"\
/services?state=Online"},{label:"Offline",value:v(e.offline),note:"Services",href:"/services?state=Offline"},{label:"Mis\
sing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...Lo(e.missing,e.compared)},{label:"In conf\
lict",value:t(e.conflicts),note:ys(e),href:"/services?state=Conflict",...Lo(e.conflicts,e.compared)},{label:"Delegated",
value:v(e.delegated),note:`${v(e.effective)} effective`,href:"/services?delegated=any",...gn(e.delegated-e.effective)}]}
function ys(e){return e.foreign===0?"MeshServices":`MeshServices; ${v(e.foreign)} not of Meshwork`}function gn(e){return e>
0?{color:"bad"}:{}}function Lo(e,t){return t?gn(e):{color:"caution"}}function Ho(){let e=ie("overview").value,t=A(e,"status"),o=A(e,"counts"),r=A(e,"manager"),s=I(e,"mesh").sort((i,a)=>i.name<
a.name?-1:1);return n("div",{class:"page overview",children:[n("div",{class:"overview-head",children:[n("h1",{class:"uns\
een",children:"Overview"}),t!==void 0?n(ws,{status:t}):n(W,{label:"the overview",lines:2})]}),o!==void 0&&n(Uo,{counts:o}),
n("div",{class:"columns",children:[n("div",{class:"column",children:[e.loaded&&n(Do,{state:e,total:o?.withProblem??0}),n(
K,{title:"Meshes",children:[s.map(i=>n(zo,{mesh:i},i.name)),e.loaded&&s.length===0&&n(E,{title:"No Mesh found",children:"\
A Service needs a Mesh to be in one."}),!e.loaded&&n(W,{label:"Meshes",lines:5})]})]}),n("div",{class:"column",children:[
r!==void 0&&n(Oo,{manager:r}),n(Fo,{state:e})]})]}),t!==void 0&&n("details",{class:"panel as-text",children:[n("summary",
{children:"As text"}),n(wt,{document:t.document})]})]})}function ws({status:e}){let t=e.document.blocks.find(s=>s.kind===
"headline"),o=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Problems found.");return n("\
p",{class:`health ${o.toLowerCase()}`,"data-testid":"health",children:[n(V,{mark:o}),n("span",{children:n(f,{value:r})})]})}var _s={title:"600 12px",plain:"400 12px",small:"400 11.5px"},ks=5e3,_t=new Map,kt;function ye(e,t){let o=`${t} ${e}`,r=_t.
get(o);if(r===void 0){if(kt??=document.createElement("canvas").getContext("2d"),kt===null)return e.length*7;kt.font=`${_s[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=kt.measureText(e).width,_t.size>=ks&&_t.clear(),_t.set(o,r)}return r}function ee(e,t,o){
let r=S(e);if(ye(r,o)<=t)return r;let[s,i]=[3,r.length];for(;s<i;){let a=Math.ceil((s+i)/2);ye(dn(r,a),o)<=t?s=a:i=a-1}return dn(
r,s)}var Bo=450,Ss=100,Ms=window.matchMedia("(prefers-reduced-motion: reduce)");function St(e){let t=T(new Map),o=T(new Map),
r=_(0);r.value;let s=new Map(e.map(l=>[l.id,l])),i=Ms.matches?[]:[...t.current].filter(([l])=>!s.has(l));if(i.length<=Ss)
for(let[l,d]of i)o.current.set(l,{node:d,until:performance.now()+Bo});for(let[l,d]of o.current)(s.has(l)||d.until<=performance.
now())&&o.current.delete(l);t.current=s;let a=o.current.size;return U(()=>{if(a===0)return;let l=window.setTimeout(()=>{
r.value++},Bo+20);return()=>window.clearTimeout(l)},[a,i.length]),[...o.current.values()].map(l=>l.node)}function qo(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.endpoints]}var Cs={ArrowRight:[1,0],ArrowLeft:[
-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Wo(e,t,o){if(e==="Home")return o[0]?.id;if(e==="End")return o.at(-1)?.id;
let r=Cs[e],s=o.find(a=>a.id===t);if(r===void 0||s===void 0)return;let i;for(let a of o){if(a.id===t)continue;let[l,d]=Ts(
s,a,r),c=l+d*3;l>0&&(i===void 0||c<i.cost)&&(i={id:a.id,cost:c})}return i?.id}function Ts(e,t,[o,r]){let s=t.x-e.x,i=t.y+
t.height/2-e.y-e.height/2;return o!==0?[s*o,Math.abs(i)]:[i*r,Math.abs(s)]}var P={service:"service",meshService:e=>`meshService/${e}`,slice:e=>`slice/${e}`,endpoint:e=>`endpoint/${e}`};function jo(e,t){
return{service:e,meshServices:I(t,"meshService").sort((o,r)=>Ko(o)-Ko(r)||vn(o,r)),slices:I(t,"slice").sort((o,r)=>Number(
r.ours)-Number(o.ours)||Mt(o.manager,r.manager)||vn(o,r)),endpoints:I(t,"endpoint").sort((o,r)=>Mt(o.zone,r.zone)||Mt(o.
node,r.node)||vn(o,r))}}function Ct(e){return e.state==="Exists"&&e.online>0}function Vo(e){let t=new Map,o=(i,a)=>{for(let[
l,d]of[[i,a],[a,i]]){let c=t.get(l)??new Set;t.set(l,c.add(d))}},r=new Map(e.meshServices.filter(i=>i.pod!=="").map(i=>[
i.pod,P.meshService(i.name)])),s=e.meshServices.filter(i=>i.pod==="").map(i=>P.meshService(i.name));for(let i of e.endpoints){
let a=P.endpoint(i.name);o(P.service,a);for(let d of i.slices)o(a,P.slice(d));let l=r.get(i.name);l!==void 0&&o(a,l);for(let d of s)
o(a,d)}for(let i of e.slices)o(P.service,P.slice(i.name));for(let i of e.slices)for(let a of s)o(P.slice(i.name),a);for(let i of e.
meshServices)o(P.service,P.meshService(i.name));return t}function Go(e){return{ready:e.filter(t=>t.state==="Ready").length,
all:e.length}}var Ee={Ready:"ready",NotReady:"not ready",TerminatingServing:"terminating, still serving",Terminating:"te\
rminating"};function Ko(e){return e.state!=="Exists"?0:e.online>0?2:1}function vn(e,t){return Mt(e.name,t.name)}function Mt(e,t){
return e<t?-1:e>t?1:0}function bn({state:e,size:t=12}){let o=t/2;return n("g",{class:`symbol symbol-${e}`,children:[n("rect",{class:"symbol-ou\
tline",x:-o,y:-o,width:t,height:t}),n("rect",{class:"symbol-fill",x:-o,y:-o,width:t,height:t}),n("path",{class:"symbol-b\
ar",d:`M${-o+2.5} 0H${o-2.5}`})]})}var $s=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function Xo(){return n("ul",{class:"legend","aria-label":"Legend",children:$s.
map(([e,t])=>n("li",{children:[n("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:n(bn,{state:e})}),
t]},e))})}function Tt({id:e,x:t,y:o,emphasis:r,tab:s,label:i,kind:a,enters:l,leaves:d,children:c}){let u=d?"leaves":l?"enters":"";
return n("g",{class:`node ${a} ${r}`,style:{transform:`translate(${t}px, ${o}px)`},"data-node":d?void 0:e,...d?{"aria-hi\
dden":!0}:{role:"button",tabindex:s?0:-1},children:[n("title",{children:i}),n("g",{class:u,children:c})]})}function Yo({
node:e,emphasis:t,tab:o}){let{value:r,width:s,height:i}=e,a=r.healthy?"good":r.inMesh?"caution":"neutral";return n(Tt,{id:e.
id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`service-node ${a}`,enters:!1,leaves:!1,label:`Service ${S(r.name)}, ${r.inMesh?`in\
 Mesh ${S(r.mesh)}`:"not in a mesh"}`,children:[n("rect",{class:"box",width:s,height:i,rx:"8"}),n("rect",{class:"stripe",
width:"4",height:i-16,x:"0",y:"8",rx:"2"}),n("text",{class:"title",x:"14",y:"26",children:ee(r.name,s-22,"title")}),n("t\
ext",{class:"sub",x:"14",y:"45",children:ee(r.headless?"headless":r.type,s-22,"small")})]})}function xn({node:e,emphasis:t,
tab:o,enters:r,leaves:s=!1}){let{value:i,width:a,height:l}=e,d=Ct(i),c=i.state==="Exists"?i.availability||"no status":i.
state,u=i.state!=="Exists"?"bad":d?"good":"caution";return n(Tt,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`meshservice-\
node ${u}`,enters:r,leaves:s,label:`MeshService ${S(i.name)}, ${c}, ${i.online} online, ${i.offline} offline`,children:[
n("rect",{class:"box",width:a,height:l,rx:"6"}),n("path",{class:"state-sign",d:u==="good"?"M10 28l3 3 5.5-6":u==="bad"?"\
M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),n("text",{class:"title",x:"10",y:"17",children:ee(i.name,a-20,"title")}),n("te\
xt",{class:"sub",x:"24",y:"32",children:ee(`${c}, ${i.online}/${i.online+i.offline}`,a-32,"small")})]})}function yn({node:e,
emphasis:t,tab:o,enters:r,leaves:s=!1}){let{value:i,width:a,height:l}=e,d=i.warnings.length>0;return n(Tt,{id:e.id,x:e.x,
y:e.y,emphasis:t,tab:o,kind:`slice-node ${i.ours?"ours":""} ${d?"warned":""}`,enters:r,leaves:s,label:`EndpointSlice ${S(
i.name)} of ${S(i.manager)}, ${i.addressType}, ${B(i.endpoints,"endpoint")}, ${i.ready} ready${d?", with warnings":""}`,
children:[n("rect",{class:"box",width:a,height:l,rx:"6"}),n("text",{class:"title",x:"10",y:"17",children:ee(i.name,a-(d?
38:20),"title")}),n("text",{class:"sub",x:"10",y:"32",children:ee(`${i.addressType}, ${i.endpoints===0?"no endpoints":`${i.
ready} of ${i.endpoints} ready`}`,a-20,"small")}),d&&n("path",{class:"warning-sign",d:`M${a-16} 7l6 10.500h-12zM${a-16} \
11v3`})]})}var We=class extends ne{shouldComponentUpdate(t){let{props:o}=this;return t.node.value!==o.node.value||t.node.
x!==o.node.x||t.node.y!==o.node.y||t.node.width!==o.node.width||t.emphasis!==o.emphasis||t.tab!==o.tab||t.detailed!==o.detailed||
t.leaves!==o.leaves}render({node:t,emphasis:o,tab:r,enters:s,leaves:i=!1,detailed:a}){let{value:l,width:d,height:c}=t,u=l.
warnings.length>0||l.certificate?.outcome==="Warning",g=l.addresses[0]??"",p=d-32,m=Ps(p,l.name,g);return n(Tt,{id:t.id,
x:t.x,y:t.y,emphasis:o,tab:r,kind:`endpoint-node ${a?"":"compact"}`,enters:s,leaves:i,label:`${l.pod?"Pod":"Endpoint"} ${S(
l.name)}, ${Ee[l.state]??l.state}, Node ${S(l.node)||"unknown"}${u?", with warnings":""}`,children:[n("rect",{class:"hit",
width:d,height:c,rx:"4"}),n("g",{transform:a?"translate(11 12)":`translate(${d/2} ${c/2})`,children:n(bn,{state:l.state,
size:a?12:10})}),a&&n("text",{class:"title",x:"25",y:"16",children:ee(l.name,m??p,"plain")}),a&&m!==void 0&&n("text",{class:"\
sub address",x:d-6,y:"16",children:S(g)}),a&&u&&n("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},Es=110;function Ps(e,t,o){
let r=e-ye(S(o),"small")-8;return o!==""&&o!==t&&r>=Math.min(Es,ye(S(t),"plain"))?r:void 0}function Jo({layout:e,related:t,hovered:o,pinned:r,name:s}){let i=_("service"),a=T(!1);U(()=>{a.current=!0},[]);let l=T(
null),d=o.value||r.value,c=t.get(d),u=h=>d===""||d==="service"?h===d?"chosen":"":h===d?"chosen":c?.has(h)===!0?"lit":"di\
m",g=qo(e),p=g.some(h=>h.id===i.value)?i.value:"service",m=h=>({emphasis:u(h),tab:h===p,enters:a.current}),b=h=>{let w=$t(
h);if(h.key==="Enter"||h.key===" ")r.value=r.value===w?"":w;else if(h.key==="Escape")r.value="",o.value="";else{let L=Wo(
h.key,w,g);if(L===void 0)return;i.value=L,l.current?.querySelector(`[data-node="${CSS.escape(L)}"]`)?.focus()}h.preventDefault()},
{width:x,height:N}=e,R=St(e.endpoints.endpoints),M=St(e.slices),D=St(e.meshServices),X={emphasis:"",tab:!1,enters:!1,leaves:!0};
return n("svg",{ref:l,class:"drawing",width:x,height:N,viewBox:`0 0 ${x} ${N}`,role:"group","data-testid":"drawing","ari\
a-label":`Drawing of Service ${S(s)}. The arrow keys move, Enter keeps the details.`,onKeyDown:b,onPointerOver:h=>{o.value=
$t(h)},onPointerLeave:()=>{o.value=""},onFocusIn:h=>{let w=$t(h);o.value=w,w!==""&&(i.value=w)},onFocusOut:()=>{o.value=
""},onClick:h=>{let w=$t(h);r.value=r.value===w?"":w},children:[e.columns.map(h=>n(As,{title:h,empty:Rs(e,h.label)},h.label)),
[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]].map(h=>n(Fs,{frame:h},h.id)),e.endpoints.zones.map(
h=>n(Zo,{frame:h,kind:"zone"},h.id)),e.endpoints.nodes.map(h=>n(Zo,{frame:h,kind:"knode"},h.id)),n("g",{class:"edges","a\
ria-hidden":!0,children:e.edges.map(h=>n("path",{d:h.path,class:`edge ${Ns(h,d,c)}`},h.id))}),n(Yo,{node:e.service,...m(
"service")}),e.meshServices.map(h=>n(xn,{node:h,...m(h.id)},h.id)),e.slices.map(h=>n(yn,{node:h,...m(h.id)},h.id)),e.endpoints.
endpoints.map(h=>n(We,{node:h,detailed:e.endpoints.detailed,...m(h.id)},h.id)),D.map(h=>n(xn,{node:h,...X},`gone ${h.id}`)),
M.map(h=>n(yn,{node:h,...X},`gone ${h.id}`)),R.map(h=>n(We,{node:h,detailed:e.endpoints.detailed,...X},`gone ${h.id}`))]})}
function $t(e){return(e.target instanceof Element?e.target.closest("[data-node]"):null)?.getAttribute("data-node")??""}function Ns(e,t,o){
if(t===""||t==="service"||e.from==="")return"";let r=a=>a===t||o?.has(a)===!0,[s,i]=[r(e.from),r(e.to)];return s&&i&&(e.
from===t||e.to===t||e.from==="service")||s&&e.to.startsWith("zone/")&&e.from===t?"lit":"dim"}function Rs(e,t){return t===
"Service"?!1:t==="MeshServices"?e.meshServices.length===0:t==="EndpointSlices"?e.slices.length===0:e.endpoints.endpoints.
length===0}function As({title:{label:e,x:t,y:o},empty:r}){return n(y,{children:[n("text",{class:"column-title",x:t,y:o,children:e}),
r&&n("text",{class:"sub",x:t,y:o+32,children:"none"})]})}function Fs({frame:e}){return n("g",{class:`frame list-frame ${e.
ours===!0?"ours":""}`,style:{transform:`translate(${e.x}px, ${e.y}px)`},children:[n("title",{children:S(e.label)}),n("re\
ct",{width:e.width,height:e.height,rx:"8"}),n("text",{class:"frame-label",x:"9",y:"17",children:ee(e.label,e.width-18,"t\
itle")}),n("text",{class:"frame-note",x:"9",y:"34",children:e.note}),n("text",{class:"frame-note",x:"9",y:e.height-9,children:e.
more})]})}function Zo({frame:e,kind:t}){let o=e.width-28-ye(e.note,"small");return n("g",{class:`frame ${t}`,style:{transform:`\
translate(${e.x}px, ${e.y}px)`},children:[n("title",{children:S(e.label)}),n("rect",{width:e.width,height:e.height,rx:t===
"zone"?8:6}),n("text",{class:"frame-label",x:"9",y:t==="zone"?16:14,children:ee(e.label,o,"small")}),n("text",{class:"fr\
ame-note end",x:e.width-9,y:t==="zone"?16:14,children:e.note})]})}function Qo({model:e,id:t}){return n("div",{class:"details","data-testid":"details",children:Os(e,t)})}function Os(e,t){
if(t===P.service)return n(Is,{service:e.service});let o=e.meshServices.find(i=>P.meshService(i.name)===t);if(o!==void 0)
return n(zs,{meshService:o});let r=e.slices.find(i=>P.slice(i.name)===t);if(r!==void 0)return n(Ds,{slice:r});let s=e.endpoints.
find(i=>P.endpoint(i.name)===t);return s!==void 0?n(Ls,{endpoint:s}):n("p",{class:"quiet",children:"Point at something, \
or move to it with the arrow keys, to see its details and what belongs to it."})}function Et({kind:e,name:t}){return n("\
p",{class:"details-title",children:[n("span",{class:"quiet",children:e})," ",n("strong",{children:n(f,{value:t})})]})}function z({
term:e,children:t}){return n("div",{children:[n("dt",{children:e}),n("dd",{children:t})]})}function Ke({values:e}){return n(
y,{children:e.map(t=>n("span",{class:"value",children:n(f,{value:t})},t))})}function er({warnings:e}){return n(y,{children:e.
map(t=>n("p",{class:"details-warning",children:n(f,{value:t})},t))})}function Is({service:e}){return n(y,{children:[n(Et,
{kind:"Service",name:e.name}),n("dl",{class:"facts",children:[n(z,{term:"Type",children:n(f,{value:e.type})}),n(z,{term:"\
Mesh",children:e.inMesh?n(f,{value:e.mesh}):"none"}),n(z,{term:"Cluster IPs",children:n(Ke,{values:e.clusterIPs})}),n(z,
{term:"Ports",children:n(Ke,{values:e.ports})})]})]})}function zs({meshService:e}){return n(y,{children:[n(Et,{kind:"Mes\
hService",name:e.name}),n("dl",{class:"facts",children:[n(z,{term:"State",children:n(f,{value:e.state})}),e.availability!==
""&&n(z,{term:"Availability",children:n(f,{value:e.availability})}),n(z,{term:"Proxies",children:[v(e.online)," online, ",
v(e.offline)," offline"]}),e.pod!==""&&n(z,{term:"Pod",children:n(f,{value:e.pod})}),e.holder!==""&&n(z,{term:"Held by",
children:n(f,{value:e.holder})}),e.addresses.length>0&&n(z,{term:"Addresses",children:n(Ke,{values:e.addresses})})]})]})}
function Ds({slice:e}){return n(y,{children:[n(Et,{kind:"EndpointSlice",name:e.name}),n("dl",{class:"facts",children:[n(
z,{term:"Manager",children:[n(f,{value:e.manager}),e.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n(z,{term:"\
Addresses",children:n(f,{value:e.addressType})}),n(z,{term:"Endpoints",children:[v(e.endpoints),", ",v(e.ready)," ready"]})]}),
n(er,{warnings:e.warnings})]})}function Ls({endpoint:e}){return n(y,{children:[n(Et,{kind:e.pod?"Pod":"Endpoint",name:e.
name}),n("dl",{class:"facts",children:[n(z,{term:"State",children:[Ee[e.state]??n(f,{value:e.state}),e.phase!==""&&n(y,{
children:[" (",n(f,{value:e.phase}),")"]})]}),n(z,{term:"Node",children:[n(f,{value:e.node||"unknown"}),e.zone!==""&&n(y,
{children:[", zone ",n(f,{value:e.zone})]})]}),n(z,{term:"Addresses",children:n(Ke,{values:e.addresses})}),n(z,{term:"Sl\
ices",children:e.slices.length===0?"none":n(Ke,{values:e.slices})}),e.certificate!==void 0&&n(z,{term:"Certificate",children:n(
f,{value:e.certificate.message})})]}),n(er,{warnings:e.warnings})]})}function tr(e){return[...Us(e),...Hs(e),...Bs(e)]}function Us(e){let{service:t,meshServiceFrame:o,meshServices:r}=e;return o!==
void 0?[Pt("service",t,"meshServices",o)]:r.map(s=>Pt("service",t,s.id,s))}function Hs(e){let{meshServiceFrame:t,meshServices:o,
managers:r,service:s}=e;return(t!==void 0?[t]:o.length>0?o:[s]).flatMap(a=>r.map(l=>Pt(a.id,a,l.id,l)))}function Bs(e){let t=new Map(
e.slices.map(s=>[s.id,s])),o=e.endpoints.detailed?[]:e.endpoints.zones,r=new Map;for(let s of e.endpoints.endpoints)for(let i of s.
value.slices){let a=t.get(`slice/${i}`);if(a===void 0)continue;let l=e.endpoints.detailed?s:o.find(c=>c.id===`zone/${s.value.
zone}`);if(l===void 0)continue;let d=Pt(a.id,a,l.id,l);r.set(d.id,d)}return[...r.values()]}var qs=14;function Pt(e,t,o,r){
let s=t.x+t.width,i=t.y+Math.min(t.height/2,32),a=r.x,l=r.y+Math.min(r.height/2,o.startsWith("endpoint/")||o.startsWith(
"meshService/")?r.height/2:qs),d=Math.max(12,(a-s)/2);return{id:`${e}>${o}`,from:e,to:o,path:`M${s} ${i}C${s+d} ${i} ${a-
d} ${l} ${a} ${l}`}}function je(e,t){let o=new Map;for(let r of e){let s=t(r),i=o.get(s);i===void 0?o.set(s,[r]):i.push(r)}return o}var Ws=40,Ks=80,js=24,Vs=20,G=8,Pe=15,Gs=210;function Nt(e,{x:t,y:o,width:r}){let i={detailed:e.length<=Ws,zones:[],nodes:[],
endpoints:[],bottom:o},a=new Set(e.map(l=>l.node)).size<=Ks;for(let[l,d]of je(e,c=>c.zone)){let c=i.bottom+(i.zones.length>
0?12:0),u={x:t+G,y:c+js,width:r-2*G},g=a?Xs(i,d,u):nr(i,d,u);i.zones.push({id:`zone/${l}`,x:t,y:c,width:r,height:g-c+G,label:l===
""?"no zone":l,note:or(d)}),i.bottom=g+G}return i}function Xs(e,t,o){let r=e.detailed?1:Math.max(1,Math.floor((o.width+G)/
(Gs+G))),s=(o.width-(r-1)*G)/r,{y:i}=o,a=i;return[...je(t,l=>l.node)].forEach(([l,d],c)=>{let u=c%r;u===0&&c>0&&(i=a+G);
let g=o.x+u*(s+G),p={x:g+G,y:i+Vs,width:s-2*G},m=e.detailed?Ys(e,d,p):nr(e,d,p);e.nodes.push({id:`node/${d[0]?.zone??""}\
/${l}`,x:g,y:i,width:s,height:m-i+G-2,label:l===""?"no Node":l,note:e.detailed?"":or(d)}),a=Math.max(u===0?0:a,m+G-2)}),
a}function Ys(e,t,{x:o,y:r,width:s}){return t.forEach((a,l)=>e.endpoints.push({id:P.endpoint(a.name),value:a,x:o,y:r+l*24,
width:s,height:24})),r+t.length*24}function nr(e,t,{x:o,y:r,width:s}){let i=Math.max(1,Math.floor(s/Pe));return t.forEach(
(a,l)=>e.endpoints.push({id:P.endpoint(a.name),value:a,x:o+l%i*Pe,y:r+Math.floor(l/i)*Pe,width:Pe,height:Pe})),r+Math.ceil(
t.length/i)*Pe}function or(e){let{ready:t,all:o}=Go(e);return`${t} of ${o} ready`}var ir=560,Zs=280,Rt=30,rr=64,wn=26;function sr(e,t){let o=Math.max(Zs,Math.floor(t)),r=[],s=0,i=g=>(r.push({label:g,x:1,
y:s+16}),{x:1,y:s+Rt,width:o-2}),a=i("Service"),l={id:P.service,value:e.service,...a,height:rr};s=a.y+rr+12;let d=kn(e.meshServices,
i("MeshServices"));s=Math.max(d.bottom,s+Rt+wn)+12;let c=Sn(e.slices,i("EndpointSlices"));s=Math.max(c.bottom,s+Rt+wn)+12;
let u=Nt(e.endpoints,i(_n(e)));return{width:o,height:Math.max(u.bottom,s+Rt+wn)+6,columns:r,service:l,meshServices:d.nodes,
meshServiceFrame:d.frame,managers:c.frames,slices:c.nodes,endpoints:u,edges:Js(r,o)}}function Js(e,t){let o=t/2;return e.
slice(1).map(({label:r,y:s})=>({id:`to ${r}`,from:"",to:"",path:`M${o} ${s-26}V${s+12}`}))}var At=30,Ft=16,Ne=8,ar=26,Ve=8,Ot=34,Re=42,Qs=12,ea=6,ta=12,lr=730;function na(e){let t=Math.max(0,e-lr)*.14,o=112,r=140+
t,s=172+t;return{service:o,meshService:r,slice:s,endpoints:e-o-r-s-3*Ot-2}}function cr(e,t){return t<ir?sr(e,t):oa(e,t)}
function oa(e,t){let o=Math.max(lr,Math.floor(t)),r=na(o),s=ra(r),i={id:P.service,value:e.service,x:1,y:At,width:r.service,
height:64},a=kn(e.meshServices,{x:s.meshService,y:At,width:r.meshService}),l=Sn(e.slices,{x:s.slice,y:At,width:r.slice}),
d=Nt(e.endpoints,{x:s.endpoints,y:At,width:r.endpoints}),c=Math.max(i.y+i.height,a.bottom,l.bottom,d.bottom),u={width:o,
height:c+6,columns:[{label:"Service",x:1,y:Ft},{label:"MeshServices",x:s.meshService,y:Ft},{label:"EndpointSlices",x:s.slice,
y:Ft},{label:_n(e),x:s.endpoints,y:Ft}],service:i,meshServices:a.nodes,meshServiceFrame:a.frame,managers:l.frames,slices:l.
nodes,endpoints:d};return{...u,edges:tr(u)}}function _n(e){return e.endpoints.every(t=>t.pod)?"Pods":"Endpoints"}function ra(e){
let t=1+e.service+Ot,o=t+e.meshService+Ot;return{meshService:t,slice:o,endpoints:o+e.slice+Ot}}function kn(e,{x:t,y:o,width:r}){
let s=e.length>Qs,i=s?e.slice(0,ea):e,a=s?Ve:0,l=o+(s?46:0),d=i.map((p,m)=>({id:P.meshService(p.name),value:p,x:t+a,y:l+
m*(Re+Ne),width:r-2*a,height:Re})),c=l+i.length*(Re+Ne)-(i.length>0?Ne:0);if(!s)return{nodes:d,frame:void 0,bottom:c};let u=e.
filter(Ct).length,g={id:"meshServices",x:t,y:o,width:r,height:c-o+Ve+20,more:`and ${e.length-i.length} more`,label:`${e.
length} MeshServices`,note:`${u} online, ${e.length-u} not`};return{nodes:d,frame:g,bottom:g.y+g.height}}function Sn(e,{
x:t,y:o,width:r}){let s=[],i=[],a=o;for(let[l,d]of je(e,c=>c.manager)){let c=d.slice(0,ta),u=d.length-c.length;c.forEach(
(p,m)=>i.push({id:P.slice(p.name),value:p,x:t+Ve,y:a+ar+m*(Re+Ne),width:r-2*Ve,height:Re}));let g=ar+c.length*(Re+Ne)-Ne+
Ve+(u>0?20:0);s.push({id:`manager/${l}`,x:t,y:a,width:r,height:g,label:l===""?"no manager":l,note:"",more:u>0?`and ${u} \
more`:"",ours:d[0]?.ours??!1}),a+=g+12}return{frames:s,nodes:i,bottom:a-(s.length>0?12:0)}}function dr({model:e}){return n("div",{class:"neighborhood-tables",children:[n(Mn,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability,v(t.online),v(t.
offline),t.pod])}),n(Mn,{title:"EndpointSlices",head:["Name","Manager","Addresses","Endpoints","Ready","Warnings"],rows:e.
slices.map(t=>[t.name,t.manager,t.addressType,v(t.endpoints),v(t.ready),t.warnings.join("; ")])}),n(Mn,{title:"Endpoints",
head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.map(t=>[t.name,Ee[t.state]??t.state,
t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}function Mn({title:e,head:t,rows:o}){
return n(y,{children:[n("h3",{children:e}),o.length===0&&n("p",{class:"quiet",children:"None."}),o.length>0&&n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":e,children:n("table",{children:[n("thead",{children:n("tr",{children:t.
map(r=>n("th",{scope:"col",children:r},r))})}),n("tbody",{children:o.map(r=>n("tr",{children:r.map((s,i)=>n("td",{children:n(
f,{value:s})},i))},r[0]))})]})})]})}function pr({service:e,state:t}){let o=_(!1),r=_(""),s=_(""),i=_(0),a=T(null),l=J(()=>jo(e,t),[e,t]),d=J(()=>Vo(l),[l]),
c=J(()=>cr(l,i.value),[l,i.value]);ge(()=>{if(a.current===null)return;let g=a.current,p=new ResizeObserver(()=>{i.value=
g.clientWidth});return p.observe(g),i.value=g.clientWidth,()=>p.disconnect()},[o.value]);let u=r.value||s.value;return n(
K,{title:"Neighborhood",kind:"drawing-panel",aside:n("button",{type:"button",class:"button small","aria-pressed":o.value,
onClick:()=>{o.value=!o.value},children:"As tables"}),children:[o.value&&n(dr,{model:l}),!o.value&&n(y,{children:[n(Xo,{}),
n("div",{class:"drawing-box",ref:a,children:n(Jo,{layout:c,related:d,hovered:r,pinned:s,name:e.name})}),n(Qo,{model:l,id:u})]})]})}function fr({state:e}){let t=I(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return n(E,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,s)=>ur(r)-ur(s)||(r.name<
s.name?-1:1));let o=t.filter(r=>r.certificate.outcome==="Warning").length;return n(y,{children:[n("p",{children:[B(t.length-
o,"Pod")," with a certificate",o>0&&n(y,{children:[", ",n("strong",{children:[o," with a warning"]})]}),"."]}),n("ul",{class:"\
certificate-list",children:t.map(r=>n("li",{class:"item",children:[n(V,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),n("span",{class:"item-label",children:n(f,{value:r.name})}),n("span",{class:"item-text",children:[n(f,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&n("span",{class:"quiet",children:[" (expires ",n(Z,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function ur(e){return e.certificate.outcome==="Warning"?0:1}function mr({state:e}){let t=A(e,"xds");if(t===void 0)return n(E,{title:"No xDS server",children:"No xDS server is insta\
lled in this cluster, or you may not see it."});let o=t.clients??[],r=t.servers??[];return n(y,{children:[n("p",{class:"\
quiet",children:["Asked of ",r.length===0?"no server":r.map((s,i)=>n("span",{children:[i>0&&", ",n(f,{value:s})]},s))]}),
o.length===0&&n(E,{title:"No client",children:"No gRPC client gets this Service by xDS."}),n("ul",{class:"client-list",children:o.
map(s=>n(ia,{client:s},`${s.server} ${s.node} ${s.client} ${s.since}`))})]})}function ia({client:e}){let t=e.refused??[],
o=e.names??[];return n("li",{class:"client",children:[n(C,{shape:t.length>0?"warning":"check",color:t.length>0?"bad":"go\
od",label:t.length>0?"refuses":"accepts"}),n("div",{children:[n("p",{children:[n("strong",{children:n(f,{value:e.client})}),
" ",n("span",{class:"quiet",children:["since ",n(Z,{time:e.since})]})]}),n("dl",{class:"facts",children:[n("div",{children:[
n("dt",{children:"Agent"}),n("dd",{children:n(f,{value:e.agent})})]}),n("div",{children:[n("dt",{children:"Node"}),n("dd",
{children:n(f,{value:e.node})})]}),n("div",{children:[n("dt",{children:"Asks for"}),n("dd",{children:o.length===0?"every\
thing":o.map(r=>n("span",{class:"value",children:n(f,{value:r})},r))})]})]}),t.map(r=>n("p",{class:"refused",children:[n(
"strong",{children:"Refuses"})," ",n(f,{value:r})]},r))]})]})}function hr({state:e}){let t=le(e,"event").sort(([,o],[,r])=>Date.parse(r.time)-Date.parse(o.time));return t.length===0?
n(E,{title:"No events",children:"Kubernetes keeps events for one hour, unless set otherwise."}):n("ol",{class:"event-lis\
t",children:t.map(([o,r])=>n("li",{children:[n(C,{shape:r.type==="Warning"?"warning":"dot",color:r.type==="Warning"?"cau\
tion":"neutral",label:r.type}),n("div",{children:[n("p",{class:"event-head",children:[n("strong",{children:n(f,{value:r.
reason})}),n("span",{class:"quiet",children:[n(Z,{time:r.time}),r.count>1&&`, ${B(r.count,"time")}`,", from ",n(f,{value:r.
from})]})]}),n("p",{children:n(f,{value:r.message})})]})]},o))})}function gr({state:e}){let t=A(e,"document"),o=A(e,"remedy");if(t===void 0)return n(W,{label:"the explanation",lines:8});
let r=o!==void 0&&(o.command!==""||o.why!=="");return n(y,{children:[r&&n("section",{class:"remedy","aria-labelledby":"r\
emedy-heading",children:[n("h3",{id:"remedy-heading",children:"What to do"}),o.command!==""&&n(qe,{text:o.command}),o.why!==
""&&n("p",{children:n(f,{value:o.why})})]}),n(wt,{without:"headline",document:r?sa(t,o):t})]})}function sa(e,t){let o=e.
blocks.findLastIndex(i=>i.kind==="heading"),r=e.blocks.slice(o+1);return o>=0&&t.command!==""&&r.some(i=>i.kind==="comma\
nd"&&i.text===t.command)?{blocks:e.blocks.slice(0,o)}:e}function vr({state:e}){let t=I(e,"delegation").sort((r,s)=>r.manager<s.manager?-1:1),o=le(e,"handover").sort(([r],[s])=>Number(
s)-Number(r));return n(y,{children:[t.length===0&&n(E,{title:"Not delegated",children:"The default EndpointSlice control\
ler publishes the endpoints of this Service."}),t.map(r=>n(aa,{delegation:r},r.manager)),n(la,{slices:I(e,"slice")}),n("\
h3",{children:"Seen since this page was opened"}),o.length===0&&n("p",{class:"quiet",children:"No handover has been seen\
."}),n("ol",{class:"timeline",children:o.map(([r,s])=>n("li",{children:[n(bt,{tone:s.tone}),n("time",{dateTime:s.time,children:vt(
s.time)}),n("span",{children:n(f,{value:s.text})})]},r))})]})}function aa({delegation:e}){return n("article",{class:"del\
egation","aria-label":`Delegated to ${e.manager}`,children:[n("p",{class:"delegation-manager",children:n(f,{value:e.manager})}),
n("p",{class:"delegation-state",children:[n("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"\
Effective":"Not effective"}),n("span",{class:"badge neutral",children:n(f,{value:e.phase})})]}),e.message!==""&&n("p",{children:n(
f,{value:e.message})}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Endpoints come from"}),n("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),n("div",{children:[n("dt",{children:"Key in the selector"}),n("dd",{children:[
n(C,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?"present: the default controller is \
kept away":"absent: the default controller publishes too"]})]}),n("div",{children:[n("dt",{children:"Desired endpoints"}),
n("dd",{children:v(e.desired)})]}),n("div",{children:[n("dt",{children:"In its slices"}),n("dd",{children:v(e.ours)})]}),
n("div",{children:[n("dt",{children:"In slices of others"}),n("dd",{children:v(e.others)})]})]})]})}function la({slices:e}){
let t=new Map;for(let o of e){let r=t.get(o.manager)??{slices:0,endpoints:0,ready:0,ours:o.ours};t.set(o.manager,{slices:r.
slices+1,endpoints:r.endpoints+o.endpoints,ready:r.ready+o.ready,ours:o.ours})}return t.size===0?null:n(y,{children:[n("\
h3",{children:"Who publishes endpoints"}),n("ul",{class:"publishers",children:[...t].sort(([o],[r])=>o<r?-1:1).map(([o,r])=>n(
"li",{children:[n("span",{class:"publisher-name",children:[n(f,{value:o===""?"no manager":o}),r.ours&&n("span",{class:"t\
ag accent",children:"Meshwork"})]}),n(Te,{label:o,shares:[{value:r.ready,color:r.ours?"accent":"good",word:"ready"},{value:r.
endpoints-r.ready,color:"caution",word:"not ready"}]}),n("span",{class:"quiet",children:[v(r.endpoints)," endpoints, ",v(
r.ready)," ready, in ",v(r.slices)," ",r.slices===1?"slice":"slices"]})]},o))})]})}function br({tabs:e,chosen:t,label:o}){let r=e.find(i=>i.id===t.value)??e[0];return n(y,{children:[n("div",{class:"tabs",
role:"tablist","aria-label":o,onKeyDown:i=>{let a=e.findIndex(c=>c.id===r?.id),l={ArrowRight:a+1,ArrowLeft:a-1,Home:0,End:e.
length-1}[i.key];if(l===void 0)return;i.preventDefault();let d=e[(l+e.length)%e.length];d!==void 0&&(t.value=d.id,document.
getElementById(`tab-${d.id}`)?.focus())},children:e.map(({id:i,label:a,count:l})=>n("button",{type:"button",role:"tab",id:`\
tab-${i}`,"aria-selected":i===r?.id,tabIndex:i===r?.id?0:-1,"aria-controls":"tab-content",onClick:()=>{t.value=i},children:[
a,l!==void 0&&l>0&&n("span",{class:"tab-count",children:v(l)})]},i))}),n("div",{class:"tab-content",role:"tabpanel",id:"\
tab-content","aria-labelledby":`tab-${r?.id??""}`,tabIndex:0,children:r?.content()})]})}var Cn={events:e=>I(e,"event").length,clients:e=>A(e,"xds")?.clients?.length??0};function xr({state:e,namespace:t,name:o}){let r=le(e,"object").map(([c])=>c).sort(ua),s=_(`Service/${o}`),i=_(0),a=_(void 0),
l=r.includes(s.value)?s.value:r[0];if(U(()=>{if(l===void 0)return;let c=new AbortController;return ca(l,t,c.signal).then(
u=>{c.signal.aborted||(a.value=u)}),()=>c.abort()},[l,i.value]),l===void 0)return n(E,{title:"No object can be read"});let d=a.
value?.object===l?a.value:void 0;return n(y,{children:[n("div",{class:"yaml-head",children:[n("label",{class:"choice",children:[
n("span",{children:"Object"}),n("select",{value:l,onChange:c=>{s.value=c.currentTarget.value},children:r.map(c=>n("optio\
n",{value:c,children:S(c)},c))})]}),n("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Rea\
d again"}),d!==void 0&&!d.failed&&n(Ce,{text:d.text})]}),d===void 0&&n(W,{label:l,lines:10}),d?.failed===!0&&n(E,{title:"\
The object cannot be shown",children:n(f,{value:d.text})}),d?.failed===!1&&n("pre",{class:"yaml",tabIndex:0,role:"region",
"aria-label":`YAML of ${S(l)}`,children:n("code",{children:pa(d.text)})})]})}async function ca(e,t,o){let[r="",s=""]=e.split(
"/",2),i=["/api/objects",r,t,s].map((a,l)=>l===0?a:encodeURIComponent(a)).join("/");try{let a=await ft(i,o);return{object:e,
text:await a.text(),failed:!a.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var da=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function pa(e){return S(e,"lines").split(`
`).map((t,o)=>{let r=da.exec(t);if(r===null)return n("span",{children:[t,`
`]},o);let[s,i="",a=""]=r;return n("span",{children:[i,n("span",{class:"yaml-key",children:a}),":",t.slice(s.length),`
`]},o)})}var Tn=["Service","MeshService","EndpointSlice","Endpoints","Pod"];function ua(e,t){let o=r=>(Tn.indexOf(r.split(
"/",1)[0]??"")+Tn.length)%Tn.length;return o(e)-o(t)||(e<t?-1:1)}function yr({namespace:e,name:t}){let o=ie(`service/${e}/${t}`).value,r=_("explanation"),s=A(o,"service"),i=A(o,"missing");
return n("div",{class:"page service",children:[n(fa,{namespace:e,name:t,service:s,state:o}),i!==void 0&&n(E,{title:"This\
 Service cannot be shown",children:[n(f,{value:i.message}),". ",n("a",{href:"/services",children:"Show all Services"})]}),
i===void 0&&n("div",{class:"service-columns",children:[s===void 0?n(K,{title:"Neighborhood",children:n(W,{label:"the dra\
wing",lines:8})}):n(pr,{service:s,state:o}),n("div",{class:"panel tabs-panel",children:n(br,{chosen:r,label:"About this \
Service",tabs:[{id:"explanation",label:"Explanation",content:()=>n(gr,{state:o})},{id:"events",label:"Events",count:Cn.events(
o),content:()=>n(hr,{state:o})},{id:"handover",label:"Handover",content:()=>n(vr,{state:o})},{id:"clients",label:"Client\
s",count:Cn.clients(o),content:()=>n(mr,{state:o})},{id:"certificates",label:"Certificates",content:()=>n(fr,{state:o})},
{id:"yaml",label:"YAML",content:()=>n(xr,{state:o,namespace:e,name:t})}]})})]})]})}function fa({namespace:e,name:t,service:o,
state:r}){return n("header",{class:"service-head",children:[n("div",{class:"service-title",children:[n("p",{class:"crumb\
s",children:[n("a",{href:"/services",children:"Services"})," / ",n("a",{href:`/services?namespace=${encodeURIComponent(e)}`,
children:n(f,{value:e})})]}),n("h1",{children:n(f,{value:t})})]}),n(Ce,{text:window.location.href,label:"Copy link"}),o!==
void 0&&n(ma,{service:o,document:A(r,"document")})]})}function ma({service:e,document:t}){let o=t?.blocks.find(s=>s.kind===
"headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return n("div",{class:"service-facts",children:[n("p",{class:`\
service-health ${r}`,children:[n(C,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),n("span",{children:o?.text!==
void 0?n(f,{value:o.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),n("dl",{class:"facts",children:[n(Ge,{term:"Type",
values:[e.headless?`${e.type}, headless`:e.type]}),n(Ge,{term:"Mesh",values:[e.mesh]}),n(Ge,{term:"Cluster IPs",values:e.
clusterIPs}),n(Ge,{term:"Ports",values:e.ports}),n(Ge,{term:"Addresses",values:e.addresses}),n("div",{children:[n("dt",{
children:"Created"}),n("dd",{children:n(Z,{time:e.created})})]})]})]})}function Ge({term:e,values:t}){let o=t.filter(r=>r!==
"");return o.length===0?null:n("div",{children:[n("dt",{children:e}),n("dd",{children:o.map(r=>n("span",{class:"value",children:n(
f,{value:r})},r))})]})}function wr(e,t,o){let r=_(e.peek()),s=T(void 0),i=T(-1/0);return ct(()=>{!o(e.value)||s.current!==void 0||(s.current=window.
setTimeout(()=>{s.current=void 0,i.current=performance.now(),r.value=e.peek()},Math.max(0,i.current+t-performance.now())))}),
U(()=>()=>window.clearTimeout(s.current),[]),r}var ha=["namespace","name","mesh","state","endpoints"],me=["state","mesh","namespace","delegated","finding","problem"];var _r={column:"namespace",descending:!1};function kr(e){let t=new URLSearchParams(e),o=r=>t.get(r)??"";return{q:o("q"),
state:o("state"),mesh:o("mesh"),namespace:o("namespace"),delegated:o("delegated"),finding:o("finding"),problem:o("proble\
m")==="true"?"true":"",sort:ga(o("sort"))}}function Sr(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let i of me)
e[i]!==""&&t.set(i,e[i]);let{column:o,descending:r}=e.sort;(o!==_r.column||r)&&t.set("sort",(r?"-":"")+o);let s=t.toString();
return s===""?"":`?${s}`}function ga(e){let t=e.startsWith("-"),o=t?e.slice(1):e,r=ha.find(s=>s===o);return r===void 0?_r:
{column:r,descending:t}}function $n(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function En(e,t,o){if(o==="")return!0;let r=$n(e,t);return o==="any"?r.length>0:r.
includes(o)}function Pn(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(" ")} ${e.findings.join(" ")}`.toLowerCase()}
function Nn(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}var ba=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function Cr({filters:e,counts:t,change:o,
clear:r,open:s}){let i=e.q!==""||me.some(a=>e[a]!=="");return n("div",{id:"filters",class:`filters ${s?"open":""}`,role:"\
group","aria-label":"Filters",children:[n("div",{class:"chips",role:"group","aria-label":"State",children:[n(Mr,{label:"\
Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:a=>o({problem:a?"true":""})}),ba.map(a=>n(Mr,
{label:Co(a),count:t.state.get(a)??0,on:e.state===a,toggle:l=>o({state:l?a:""})},a))]}),n("div",{class:"choices",children:[
n(It,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:o,words:{"-":"in none"}}),n(It,{label:"Namespace",facet:"names\
pace",filters:e,counts:t,change:o}),n(It,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:o,words:{any:"al\
l delegated",HandingOver:"Handing over"}}),n(It,{label:"Finding",facet:"finding",filters:e,counts:t,change:o,words:{any:"\
any finding"}}),n("button",{type:"button",class:"button small",onClick:r,disabled:!i,children:"Clear"})]})]})}function Mr({
label:e,count:t,on:o,toggle:r,warn:s=!1}){return n("button",{type:"button",class:"chip","aria-pressed":o,onClick:()=>r(!o),
children:[s&&n(C,{shape:"warning",color:"bad"}),e," ",n("span",{class:"chip-count",children:v(t)})]})}function It({label:e,
facet:t,filters:o,counts:r,change:s,words:i={}}){let a=o[t],l=new Map(r[t]);a!==""&&a!=="any"&&!l.has(a)&&l.set(a,0);let d=[
...l].sort(([c],[u])=>c<u?-1:1);return n("label",{class:"choice",children:[n("span",{children:e}),n("select",{value:a,class:a===
""?"":"chosen",onChange:c=>s({[t]:c.currentTarget.value}),children:[n("option",{value:"",children:"all"}),i["any"]!==void 0&&
n("option",{value:"any",children:i["any"]}),d.map(([c,u])=>n("option",{value:c,children:`${S(i[c]??c)} (${v(u)})`},c))]})]})}var zt=class{byKey=new Map;sorted=[];query(t,o){this.take(t),this.sorted.sort(wa(o.sort));let r=Nn(o.q),s=Tr(o),i=this.sorted.
length;return r.length===0&&s.length===0?{rows:this.sorted.slice(),total:i}:{rows:this.sorted.filter(({row:l,text:d})=>r.
every(c=>d.includes(c))&&s.every(c=>En(l,c,o[c]))),total:i}}counts(t,o){this.take(t);let r=Nn(o.q),s=Tr(o),i=ya();for(let{
row:a,text:l}of this.sorted)r.every(d=>l.includes(d))&&xa(i,a,s.filter(d=>!En(a,d,o[d])));return i}take(t){let o=!1;for(let[
r,s]of t){let i=s,a=this.byKey.get(r);if(a===void 0){let l={key:r,row:i,text:Pn(i)};this.byKey.set(r,l),this.sorted.push(
l),o=!0}else a.row!==i&&(a.row=i,a.text=Pn(i))}if(!(!o&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.
has(r.key));for(let r of this.byKey.keys())t.has(r)||this.byKey.delete(r)}}};function xa(e,t,o){if(!(o.length>1))for(let r of o.
length===1?o:me)for(let s of $n(t,r))e[r].set(s,(e[r].get(s)??0)+1)}function Tr(e){return me.filter(t=>e[t]!=="")}function ya(){
return{state:new Map,mesh:new Map,namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function wa({column:e,
descending:t}){let o=t?-1:1;return(r,s)=>o*_a(r.row,s.row,e)||Fe(r.row.namespace,s.row.namespace)||Fe(r.row.name,s.row.name)}
function _a(e,t,o){switch(o){case"namespace":return Fe(e.namespace,t.namespace)||Fe(e.name,t.name);case"name":return Fe(
e.name,t.name);case"mesh":return Fe(e.mesh,t.mesh);case"state":return $e(e.state)-$e(t.state);case"endpoints":return e.online+
e.offline-t.online-t.offline}}function Fe(e,t){return e<t?-1:e>t?1:0}var ka={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},Dt=class extends ne{flashes=0;shouldComponentUpdate(t){let{props:o}=this,r=t.changedAt>0&&t.changedAt!==
o.changedAt;return r&&this.flashes++,r||t.row!==o.row||t.top!==o.top||t.active!==o.active}render({row:t,index:o,top:r,active:s,
changedAt:i}){let a=i===0?"":`flash-${this.flashes%2}`;return n("div",{role:"row",id:`row-${o}`,"aria-rowindex":o+2,"ari\
a-selected":s,class:`row ${a}`,title:S(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
n("div",{role:"gridcell",class:"cell cell-state",children:n(xt,{state:t.state})}),n("div",{role:"gridcell",class:"cell c\
ell-name",children:n("a",{href:Y(t.namespace,t.name),tabIndex:-1,children:n(de,{value:t.name})})}),n("div",{role:"gridce\
ll",class:"cell cell-namespace",children:n(de,{value:t.namespace})}),n("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?n("span",{class:"quiet",children:"\u2013"}):n(de,{value:t.mesh})}),n("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:n(Sa,{row:t})}),n("div",{role:"gridcell",class:"cell cell-delegated",children:n(Ma,{delegated:t.delegated})}),
n("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>n("span",{class:"tag",title:S(l),children:n(
f,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function Sa({row:e}){return e.online+e.offline===0?n("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):n("span",{class:"endpoints",children:[n(Te,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),n("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[v(e.online),n("span",{class:"quiet",children:[" / ",v(e.online+e.offline)]})]})]})}function Ma({
delegated:e}){if(e==="")return null;let t=ka[e];return n("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function $r(e,t,o,r,s=10){let i=Math.floor(e/o)-s,a=Math.ceil((e+t)/o)+s;return{first:Math.max(0,Math.min(i,r)),last:Math.
max(0,Math.min(a,r))}}function Er(e,t,o,r){let s=e*r;return s<t?s:s+r>t+o?s+r-o:t}function Pr(e,t,o,r){let s=o-1,i=a=>Math.
max(0,Math.min(s,a));switch(e){case"ArrowDown":return i(t+1);case"ArrowUp":return i(t-1);case"PageDown":return i(t+r);case"\
PageUp":return i(t-r);case"Home":return 0;case"End":return s;default:return}}var Ca=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],Nr=40,Rr=68,Ar=window.matchMedia(
"(max-width: 720px)"),Lt={address:"",scrollTop:0,active:""};function Fr({rows:e,changed:t,sort:o,onSort:r,onEscape:s,grid:i}){
let a=Lt.address===xe.peek(),l=_(a?Lt.active:""),d=_(a?Lt.scrollTop:0),c=_({height:600,rowHeight:Ar.matches?Rr:Nr}),{height:u,
rowHeight:g}=c.value,p=fe(()=>Math.floor(d.value/c.value.rowHeight)).value,m=Ta(xe.value,i);ge(()=>{let w=i.current;if(w===
null)return;let L=()=>{c.value={height:w.clientHeight,rowHeight:Ar.matches?Rr:Nr}},j=new ResizeObserver(L);return j.observe(
w),w.scrollTop=d.peek(),()=>{j.disconnect(),Lt={address:m.current,scrollTop:d.peek(),active:l.peek()}}},[]);let b=T(0),x=$a(
e,l.value,b.current);b.current=x;let N=w=>{re(Y(w.namespace,w.name))},R=w=>{l.value=e[w]?.key??"";let L=i.current;L!==null&&
(L.scrollTop=Er(w,L.scrollTop,u-g,g))},M=w=>{if(w.altKey||w.ctrlKey||w.metaKey)return;let L=Pr(w.key,l.value===""?-1:x,e.
length,Math.floor(u/g)-2),j=e[x]?.row;if(L!==void 0)R(L);else if(w.key==="Enter"&&w.target===w.currentTarget&&j!==void 0)
N(j);else if(w.key==="Escape")s();else return;w.preventDefault()},{first:D,last:X}=$r(p*g,u,g,e.length),h=performance.now();
return n("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:i,"data-testi\
d":"services-grid","aria-activedescendant":x>=D&&x<X?`row-${x}`:void 0,onKeyDown:M,onScroll:w=>{d.value=w.currentTarget.
scrollTop},onFocus:()=>{l.value===""&&(l.value=e[p]?.key??"")},children:[n(Pa,{sort:o,onSort:r}),n("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*g}px`},children:e.slice(D,X).map(({key:w,row:L},j)=>n(Dt,{row:L,index:D+j,top:(D+
j)*g,active:w===l.value,open:N,changedAt:Ea(t.get(w),h)},w))})]})}function Ta(e,t){let o=T(e);return ge(()=>{o.current!==
e&&t.current!==null&&(t.current.scrollTop=0),o.current=e},[e]),o}function $a(e,t,o){return t===""?0:e[o]?.key===t?o:Math.
max(0,e.findIndex(r=>r.key===t))}function Ea(e,t){return e!==void 0&&t-e<1500?e:0}function Pa({sort:e,onSort:t}){return n(
"div",{role:"rowgroup",class:"grid-head",children:n("div",{role:"row","aria-rowindex":1,class:"row",children:Ca.map(({label:o,
column:r})=>n("div",{role:"columnheader",class:`cell cell-${o.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?o:n("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===
e.column&&!e.descending}),children:[o,n("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?
"\u2193":"\u2191"})]})},o))})})}var Na=400;function Or(){let e=ie("services"),t=J(()=>new zt,[]),o=fe(()=>kr(xe.value)),r=fe(()=>t.query(e.value.entries,
o.value)),s=wr(e,Na,x=>x.loaded),i=fe(()=>t.counts(s.value.entries,o.value)),a=T(null),l=T(null),d=_(!1);Aa(a);let c=x=>{
re(`/services${Sr({...o.value,...x})}`,"replace")},u=()=>re("/services","replace"),g=x=>{if(x.key==="Escape")u();else if(x.
key==="ArrowDown"||x.key==="Enter")l.current?.focus();else return;x.preventDefault()},{rows:p,total:m}=r.value,b=me.filter(
x=>o.value[x]!=="").length;return n("div",{class:"services",children:[n("div",{class:"services-head",children:[n("h1",{children:"\
Services"}),n("p",{class:"services-count","data-testid":"count",children:e.value.loaded&&(p.length===m?B(m,"Service"):`${v(
p.length)} of ${B(m,"Service")}`)}),n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search Servic\
es"}),n("input",{ref:a,type:"search",placeholder:"Search name, address, finding",value:o.value.q,spellcheck:!1,autocomplete:"\
off",onInput:x=>c({q:x.currentTarget.value}),onKeyDown:g}),n("kbd",{"aria-hidden":!0,children:"/"})]}),n("button",{type:"\
button",class:"button filters-toggle","aria-expanded":d.value,"aria-controls":"filters",onClick:()=>{d.value=!d.value},children:[
"Filters",b>0?` (${b})`:""]})]}),n(Cr,{filters:o.value,counts:i.value,change:c,clear:u,open:d.value}),!e.value.loaded&&n(
W,{label:"Services",lines:12}),e.value.loaded&&p.length===0&&n(Ra,{total:m,clear:u}),e.value.loaded&&p.length>0&&n(Fr,{rows:p,
changed:e.value.changed,sort:o.value.sort,onSort:x=>c({sort:x}),onEscape:u,grid:l})]})}function Ra({total:e,clear:t}){return e===
0?n(E,{title:"There are no Services",children:"Or none that you are allowed to read."}):n("div",{class:"nothing",children:[
n("p",{class:"nothing-title",children:"No Service matches"}),n("button",{type:"button",class:"button",onClick:t,children:"\
Clear search and filters"})]})}function Aa(e){U(()=>{let t=o=>{let r=o.target instanceof HTMLElement&&o.target.closest("\
input, select, textarea")!==null;o.key!=="/"||r||o.ctrlKey||o.metaKey||o.altKey||(o.preventDefault(),e.current?.focus(),
e.current?.select())};return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)},[])}function Ir({cluster:e}){return n("div",{class:"banners",role:"status","aria-label":"Notices",children:Fa(e)})}function Fa(e){
let{phase:t,reconnected:o}=Q;if(t.value==="ended")return n(Ut,{kind:"bad",title:"kubectl meshwork ui has ended",children:[
"Start ",n("code",{children:"kubectl meshwork ui"})," again and open the address that it prints. What you see is the las\
t picture."]});if(t.value==="interrupted")return n(Ut,{kind:"caution",title:"The connection was interrupted",children:"C\
onnecting again. What you see is the last picture."});let r=A(e,"connection");return t.value==="open"&&r?.connected===!1?
n(Ut,{kind:"caution",title:"The API server cannot be reached",children:["(",n(Z,{time:r.since}),"): ",n(f,{value:r.message}),
". What you see is the last picture."]}):o.value?n(Ut,{kind:"good",title:"Connected again"}):null}function Ut({kind:e,title:t,
children:o}){return n("div",{class:`banner ${e}`,children:[n(C,{shape:e==="good"?"check":e==="bad"?"cross":"warning",color:e}),
n("p",{children:[n("strong",{children:t})," ",o]})]})}function zr({cluster:e}){let t=A(e,"gaps")??[];return t.length===0?null:n("section",{class:"gaps","aria-label":"What cou\
ld not be read",children:n("details",{children:[n("summary",{children:[n(C,{shape:"question",color:"caution"}),n("span",
{children:[B(t.length,"kind of object","kinds of objects")," could not be read. The rest is shown."]})]}),n("ul",{children:t.
map(o=>n("li",{children:[n("strong",{children:n(f,{value:o.kind})}),n("span",{class:"tag",children:o.forbidden?"not allo\
wed":"not available"}),n("span",{children:n(f,{value:o.message})})]},o.kind))})]})})}var Oa=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function Dr({cluster:e}){let t=A(e,"info");return n("header",
{class:"top",children:[n("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[n("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),n("span",{children:"Meshwork"})]}),n("nav",{"aria-label":"Pages",children:Oa.map(o=>n("a",
{href:o.href,"aria-current":o.pages.includes(be.value.page)?"page":void 0,children:o.label},o.href))}),n("div",{class:"t\
op-facts",children:[t!==void 0&&n(Ia,{info:t}),n(za,{cluster:A(e,"connection")}),n(Ua,{})]})]})}function Ia({info:e}){return n(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
n("span",{class:"fact",children:[n("span",{class:"fact-label",children:"Context"})," ",n(de,{value:e.context})]}),e.scope!==
""&&n("span",{class:"fact scope",children:[n("span",{class:"fact-label",children:"Namespace"})," ",n(de,{value:e.scope}),
n("span",{class:"fact-label",children:"only"})]})]})}function za({cluster:e}){let{color:t,word:o}=Da(e);return n("div",{
class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[n("svg",{viewBox:"0\
 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?n("circle",{cx:"5",cy:"5",r:"4.5"}):n("rect",{x:"1",
y:"1",width:"8",height:"8"})}),n("span",{class:"connection-word",children:o})]})}function Da(e){switch(Q.phase.value){case"\
connecting":return{color:"neutral",word:"Connecting"};case"ended":case"interrupted":case"refused":return{color:"bad",word:"\
Disconnected"};case"open":return e?.connected===!1?{color:"caution",word:"API server unreachable"}:{color:"good",word:"L\
ive"}}}var La={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8\
h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};
function Ua(){return n("button",{type:"button",class:"button icon-only",onClick:_o,"aria-label":`Theme: ${ce.value}`,title:`\
Theme: ${ce.value}`,children:n("svg",{class:`icon theme-${ce.value}`,viewBox:"0 0 16 16",width:"16",height:"16","aria-hi\
dden":!0,children:n("path",{d:La[ce.value]})})})}function Lr(){return n("main",{id:"main",class:"message-page",children:[n("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),n("h1",{children:"Open the address that kubectl meshwork ui printed"}),n("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),n("p",{children:"If you do not have the address any more, stop the command and start it again:"}),n(qe,{text:"\
kubectl meshwork ui"})]})}function Ur(){let e=ie("cluster"),t=T(null);return U(()=>{document.title=qa(be.value)},[be.value]),U(()=>{He.value!==0&&
(window.scrollTo(0,0),t.current?.focus({preventScroll:!0}))},[He.value]),Q.phase.value==="refused"?n(Lr,{}):n(y,{children:[
n("a",{class:"skip",href:"#main",children:"Skip to content"}),n(Dr,{cluster:e.value}),n(Ir,{cluster:e.value}),n(zr,{cluster:e.
value}),n("main",{id:"main",ref:t,tabIndex:-1,class:Ha(e.value)?"stale":"","data-page":be.value.page,children:n(Ba,{route:be.
value})})]})}function Ha(e){let t=Q.phase.value;return t==="ended"||t==="interrupted"?!0:e.entries.get("connection")?.connected===
!1}function Ba({route:e}){switch(e.page){case"overview":return n(Ho,{});case"services":return n(Or,{});case"service":return n(
yr,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return n(Ao,{});case"unknown":return n(
"div",{class:"message-page",children:[n("h1",{children:"There is no such page"}),n("p",{children:n("a",{href:"/",children:"\
Go to the overview"})})]})}}function qa(e){switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"\
Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 \
Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}ko();ln();ho();fo();go(()=>Q.open());Q.open();var Hr=document.getElementById("app");Hr!==null&&Vn(n(Ur,{}),Hr);
