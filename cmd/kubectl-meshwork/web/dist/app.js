var et,k,Pn,Ut,pe,Mn,En,Nn,Dt,Xe,Oe,Rn,Bt,zt,Lt,Fr,Ze={},Je=[],Or=/acit|ex(?:s|g|n|p|$)|rph|grid|ows|mnc|ntw|ine[ch]|zoo|^ord|itera/i,
tt=Array.isArray;function ae(e,t){for(var o in t)e[o]=t[o];return e}function Ht(e){e&&e.parentNode&&e.parentNode.removeChild(
e)}function qt(e,t,o){var r,a,i,s={};for(i in t)i=="key"?r=t[i]:i=="ref"?a=t[i]:s[i]=t[i];if(arguments.length>2&&(s.children=
arguments.length>3?et.call(arguments,2):o),typeof e=="function"&&e.defaultProps!=null)for(i in e.defaultProps)s[i]===void 0&&
(s[i]=e.defaultProps[i]);return Ye(e,s,r,a,null)}function Ye(e,t,o,r,a){var i={type:e,props:t,key:o,ref:r,__k:null,__:null,
__b:0,__e:null,__c:null,constructor:void 0,__v:a??++Pn,__i:-1,__u:0};return a==null&&k.vnode!=null&&k.vnode(i),i}function w(e){return e.children}function ne(e,t){this.props=e,this.context=t}function he(e,t){if(t==null)return e.__?he(
e.__,e.__i+1):null;for(var o;t<e.__k.length;t++)if((o=e.__k[t])!=null&&o.__e!=null)return o.__e;return typeof e.type=="f\
unction"?he(e):null}function Ir(e){if(e.__P&&e.__d){var t=e.__v,o=t.__e,r=[],a=[],i=ae({},t);i.__v=t.__v+1,k.vnode&&k.vnode(
i),Wt(e.__P,i,t,e.__n,e.__P.namespaceURI,32&t.__u?[o]:null,r,o??he(t),!!(32&t.__u),a),i.__v=t.__v,i.__.__k[i.__i]=i,Dn(r,
i,a),t.__e=t.__=null,i.__e!=o&&An(i)}}function An(e){if((e=e.__)!=null&&e.__c!=null)return e.__e=e.__c.base=null,e.__k.some(
function(t){if(t!=null&&t.__e!=null)return e.__e=e.__c.base=t.__e}),An(e)}function Cn(e){(!e.__d&&(e.__d=!0)&&pe.push(e)&&
!Qe.__r++||Mn!=k.debounceRendering)&&((Mn=k.debounceRendering)||En)(Qe)}function Qe(){try{for(var e,t=1;pe.length;)pe.length>
t&&pe.sort(Nn),e=pe.shift(),t=pe.length,Ir(e)}finally{pe.length=Qe.__r=0}}function Fn(e,t,o,r,a,i,s,l,d,c,f){var g,p,m,b,
x,T,N=r&&r.__k||Je,M=t.length;for(d=Dr(o,t,N,d,M),g=0;g<M;g++)(m=o.__k[g])!=null&&(p=m.__i!=-1&&N[m.__i]||Ze,m.__i=g,T=Wt(
e,m,p,a,i,s,l,d,c,f),b=m.__e,m.ref&&p.ref!=m.ref&&(p.ref&&Kt(p.ref,null,m),f.push(m.ref,m.__c||b,m)),x==null&&b!=null&&(x=
b),4&m.__u?(d=On(m,d,e),p.__e&&(p.__e=null)):typeof m.type=="function"&&T!==void 0?d=T:b&&(d=b.nextSibling),m.__u&=-7);return o.
__e=x,d}function Dr(e,t,o,r,a){var i,s,l,d,c,f=o.length,g=f,p=0;for(e.__k=new Array(a),i=0;i<a;i++)(s=t[i])!=null&&typeof s!=
"boolean"&&typeof s!="function"?(typeof s=="string"||typeof s=="number"||typeof s=="bigint"||s.constructor==String?s=e.__k[i]=
Ye(null,s,null,null,null):tt(s)?s=e.__k[i]=Ye(w,{children:s},null,null,null):s.constructor===void 0&&s.__b>0?s=e.__k[i]=
Ye(s.type,s.props,s.key,s.ref?s.ref:null,s.__v):e.__k[i]=s,d=i+p,s.__=e,s.__b=e.__b+1,l=null,(c=s.__i=zr(s,o,d,g))!=-1&&
(g--,(l=o[c])&&(l.__u|=2)),l==null||l.__v==null?(c==-1&&(a>f?p--:a<f&&p++),typeof s.type!="function"&&(s.__u|=4)):c!=d&&
(c==d-1?p--:c==d+1?p++:(c>d?p--:p++,s.__u|=4))):e.__k[i]=null;if(g)for(i=0;i<f;i++)(l=o[i])!=null&&(2&l.__u)==0&&(l.__e==
r&&(r=he(l)),Ln(l,l));return r}function On(e,t,o){var r,a;if(typeof e.type=="function"){for(r=e.__k,a=0;r&&a<r.length;a++)
r[a]&&(r[a].__=e,t=On(r[a],t,o));return t}e.__e!=t&&(t&&e.type&&!t.parentNode&&(t=he(e)),t=o.insertBefore(e.__e,t||null));
do t=t&&t.nextSibling;while(t!=null&&t.nodeType==8);return t}function zr(e,t,o,r){var a,i,s,l=e.key,d=e.type,c=t[o],f=c!=null&&(2&c.__u)==0;if(c===null&&l==null||f&&l==c.key&&d==c.type)
return o;if(r>(f?1:0)){for(a=o-1,i=o+1;a>=0||i<t.length;)if((c=t[s=a>=0?a--:i++])!=null&&(2&c.__u)==0&&l==c.key&&d==c.type)
return s}return-1}function Tn(e,t,o){t[0]=="-"?e.setProperty(t,o??""):e[t]=o==null?"":typeof o!="number"||Or.test(t)?o:o+
"px"}function Ge(e,t,o,r,a){var i,s;e:if(t=="style")if(typeof o=="string")e.style.cssText=o;else{if(typeof r=="string"&&
(e.style.cssText=r=""),r)for(t in r)o&&t in o||Tn(e.style,t,"");if(o)for(t in o)r&&o[t]==r[t]||Tn(e.style,t,o[t])}else if(t[0]==
"o"&&t[1]=="n")i=t!=(t=t.replace(Rn,"$1")),s=t.toLowerCase(),t=s in e||t=="onFocusOut"||t=="onFocusIn"?s.slice(2):t.slice(
2),e.l||(e.l={}),e.l[t+i]=o,o?r?o[Oe]=r[Oe]:(o[Oe]=Bt,e.addEventListener(t,i?Lt:zt,i)):e.removeEventListener(t,i?Lt:zt,i);else{
if(a=="http://www.w3.org/2000/svg")t=t.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(t!="width"&&t!="height"&&
t!="href"&&t!="list"&&t!="form"&&t!="tabIndex"&&t!="download"&&t!="rowSpan"&&t!="colSpan"&&t!="role"&&t!="popover"&&t in
e)try{e[t]=o??"";break e}catch{}typeof o=="function"||(o==null||o===!1&&t[4]!="-"?e.removeAttribute(t):e.setAttribute(t,
t=="popover"&&o==1?"":o))}}function $n(e){return function(t){if(this.l){var o=this.l[t.type+e];if(t[Xe]==null)t[Xe]=Bt++;else if(t[Xe]<
o[Oe])return;return o(k.event?k.event(t):t)}}}function Wt(e,t,o,r,a,i,s,l,d,c){var f,g,p,m,b,x,T,N,M,z,X,h,y,L,j,It,te=t.
type;if(t.constructor!==void 0)return null;128&o.__u&&(d=!!(32&o.__u),i=[l=t.__e=o.__e]),(f=k.__b)&&f(t);e:if(typeof te==
"function"){g=s.length;try{if(M=t.props,z=te.prototype&&te.prototype.render,X=(f=te.contextType)&&r[f.__c],h=f?X?X.props.
value:f.__:r,o.__c?N=(p=t.__c=o.__c).__=p.__E:(z?t.__c=p=new te(M,h):(t.__c=p=new ne(M,h),p.constructor=te,p.render=Ur),
X&&X.sub(p),p.state||(p.state={}),p.__n=r,m=p.__d=!0,p.__h=[],p._sb=[]),z&&p.__s==null&&(p.__s=p.state),z&&te.getDerivedStateFromProps!=
null&&(p.__s==p.state&&(p.__s=ae({},p.__s)),ae(p.__s,te.getDerivedStateFromProps(M,p.__s))),b=p.props,x=p.state,p.__v=t,
m)z&&te.getDerivedStateFromProps==null&&p.componentWillMount!=null&&p.componentWillMount(),z&&p.componentDidMount!=null&&
p.__h.push(p.componentDidMount);else{if(z&&te.getDerivedStateFromProps==null&&M!==b&&p.componentWillReceiveProps!=null&&
p.componentWillReceiveProps(M,h),t.__v==o.__v||!p.__e&&p.shouldComponentUpdate!=null&&p.shouldComponentUpdate(M,p.__s,h)===
!1){t.__v!=o.__v&&(p.props=M,p.state=p.__s,p.__d=!1),t.__e=o.__e,t.__k=o.__k,t.__k.some(function(_e){_e&&(_e.__=t)}),Je.
push.apply(p.__h,p._sb),p._sb=[],p.__h.length&&s.push(p),l=he(o);break e}p.componentWillUpdate!=null&&p.componentWillUpdate(
M,p.__s,h),z&&p.componentDidUpdate!=null&&p.__h.push(function(){p.componentDidUpdate(b,x,T)})}if(p.context=h,p.props=M,p.
__P=e,p.__e=!1,y=k.__r,L=0,z)p.state=p.__s,p.__d=!1,y&&y(t),f=p.render(p.props,p.state,p.context),Je.push.apply(p.__h,p.
_sb),p._sb=[];else do p.__d=!1,y&&y(t),f=p.render(p.props,p.state,p.context),p.state=p.__s;while(p.__d&&++L<25);p.state=
p.__s,p.getChildContext!=null&&(r=ae(ae({},r),p.getChildContext())),z&&!m&&p.getSnapshotBeforeUpdate!=null&&(T=p.getSnapshotBeforeUpdate(
b,x)),j=f!=null&&f.type===w&&f.key==null?zn(f.props.children):f,l=Fn(e,tt(j)?j:[j],t,o,r,a,i,s,l,d,c),p.base=t.__e,t.__u&=
-161,p.__h.length&&s.push(p),N&&(p.__E=p.__=null)}catch(_e){if(s.length=g,t.__v=null,d||i!=null){if(_e.then){for(t.__u|=
d?160:128;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;i!=null&&(i[i.indexOf(l)]=null),t.__e=l}else if(i!=null)for(It=
i.length;It--;)Ht(i[It])}else t.__e=o.__e;t.__k==null&&(t.__k=o.__k||[]),_e.then||In(t),k.__e(_e,t,o)}}else i==null&&t.__v==
o.__v?(t.__k=o.__k,t.__e=o.__e):l=t.__e=Lr(o.__e,t,o,r,a,i,s,d,c);return(f=k.diffed)&&f(t),128&t.__u?void 0:l}function In(e){
e&&(e.__c&&(e.__c.__e=!0),e.__k&&e.__k.some(In))}function Dn(e,t,o){for(var r=0;r<o.length;r++)Kt(o[r],o[++r],o[++r]);k.
__c&&k.__c(t,e),e.some(function(a){try{e=a.__h,a.__h=[],e.some(function(i){i.call(a)})}catch(i){k.__e(i,a.__v)}})}function zn(e){
return typeof e!="object"||e==null||e.__b>0?e:tt(e)?e.map(zn):e.constructor!==void 0?null:ae({},e)}function Lr(e,t,o,r,a,i,s,l,d){
var c,f,g,p,m,b,x,T=o.props||Ze,N=t.props,M=t.type;if(M=="svg"?a="http://www.w3.org/2000/svg":M=="math"?a="http://www.w3\
.org/1998/Math/MathML":a||(a="http://www.w3.org/1999/xhtml"),i!=null){for(c=0;c<i.length;c++)if((m=i[c])&&"setAttribute"in
m==!!M&&(M?m.localName==M:m.nodeType==3)){e=m,i[c]=null;break}}if(e==null){if(M==null)return document.createTextNode(N);
e=document.createElementNS(a,M,N.is&&N),l&&(k.__m&&k.__m(t,i),l=!1),i=null}if(M==null)T===N||l&&e.data==N||(e.data=N);else{
if(i=M=="textarea"&&N.defaultValue!=null?null:i&&et.call(e.childNodes),!l&&i!=null)for(T={},c=0;c<e.attributes.length;c++)
T[(m=e.attributes[c]).name]=m.value;for(c in T)m=T[c],c=="dangerouslySetInnerHTML"?g=m:c=="children"||c in N||c=="value"&&
"defaultValue"in N||c=="checked"&&"defaultChecked"in N||Ge(e,c,null,m,a);for(c in N)m=N[c],c=="children"?p=m:c=="dangero\
uslySetInnerHTML"?f=m:c=="value"?b=m:c=="checked"?x=m:l&&typeof m!="function"||T[c]===m||Ge(e,c,m,T[c],a);if(f)l||g&&(f.
__html==g.__html||f.__html==e.innerHTML)||(e.innerHTML=f.__html),t.__k=[];else if(g&&(e.innerHTML=""),Fn(t.type=="templa\
te"?e.content:e,tt(p)?p:[p],t,o,r,M=="foreignObject"?"http://www.w3.org/1999/xhtml":a,i,s,i?i[0]:o.__k&&he(o,0),l,d),i!=
null)for(c=i.length;c--;)Ht(i[c]);l&&M!="textarea"||(c="value",M=="progress"&&b==null?e.removeAttribute("value"):b!=null&&
(b!==e[c]||M=="progress"&&!b||M=="option"&&b!=T[c])&&Ge(e,c,b,T[c],a),c="checked",x!=null&&x!=e[c]&&Ge(e,c,x,T[c],a))}return e}
function Kt(e,t,o){try{if(typeof e=="function"){var r=typeof e.__u=="function";r&&e.__u(),r&&t==null||(e.__u=e(t))}else e.
current=t}catch(a){k.__e(a,o)}}function Ln(e,t,o){var r,a;if(k.unmount&&k.unmount(e),(r=e.ref)&&(r.current&&r.current!=e.
__e||Kt(r,null,t)),(r=e.__c)!=null){if(r.componentWillUnmount)try{r.componentWillUnmount()}catch(i){k.__e(i,t)}r.base=r.
__P=r.__n=null}if(r=e.__k)for(a=0;a<r.length;a++)r[a]&&Ln(r[a],t,o||typeof e.type!="function");o||Ht(e.__e),e.__c=e.__=e.
__e=void 0}function Ur(e,t,o){return this.constructor(e,o)}function Un(e,t,o){var r,a,i,s;t==document&&(t=document.documentElement),
k.__&&k.__(e,t),a=(r=typeof o=="function")?null:o&&o.__k||t.__k,i=[],s=[],Wt(t,e=(!r&&o||t).__k=qt(w,null,[e]),a||Ze,Ze,
t.namespaceURI,!r&&o?[o]:a?null:t.firstChild?et.call(t.childNodes):null,i,!r&&o?o:a?a.__e:t.firstChild,r,s),Dn(i,e,s),e.
props.children=null}et=Je.slice,k={__e:function(e,t,o,r){for(var a,i,s;t=t.__;)if((a=t.__c)&&!a.__)try{if((i=a.constructor)&&i.getDerivedStateFromError!=
null&&(a.setState(i.getDerivedStateFromError(e)),s=a.__d),a.componentDidCatch!=null&&(a.componentDidCatch(e,r||{}),s=a.__d),
s)return a.__E=a}catch(l){e=l}throw e}},Pn=0,Ut=function(e){return e!=null&&e.constructor===void 0},ne.prototype.setState=
function(e,t){var o;o=this.__s!=null&&this.__s!=this.state?this.__s:this.__s=ae({},this.state),typeof e=="function"&&(e=
e(ae({},o),this.props)),e&&ae(o,e),e!=null&&this.__v&&(t&&this._sb.push(t),Cn(this))},ne.prototype.forceUpdate=function(e){
this.__v&&(this.__e=!0,e&&this.__h.push(e),Cn(this))},ne.prototype.render=w,pe=[],En=typeof Promise=="function"?Promise.
prototype.then.bind(Promise.resolve()):setTimeout,Nn=function(e,t){return e.__v.__b-t.__v.__b},Qe.__r=0,Dt=Math.random().
toString(8),Xe="__d"+Dt,Oe="__a"+Dt,Rn=/(PointerCapture)$|Capture$/i,Bt=0,zt=$n(!1),Lt=$n(!0),Fr=0;var Ie,q,jt,Bn,Vt=0,Xn=[],F=k,Hn=F.__b,qn=F.__r,Wn=F.diffed,Kn=F.__c,jn=F.unmount,Vn=F.__;function Xt(e,t){F.__h&&F.__h(
q,e,Vt||t),Vt=0;var o=q.__H||(q.__H={__:[],__h:[]});return e>=o.__.length&&o.__.push({}),o.__[e]}function U(e,t){var o=Xt(Ie++,3);!F.__s&&Yt(o.__H,t)&&(o.__=e,o.u=t,q.__H.__h.push(o))}function ge(e,t){var o=Xt(Ie++,4);
!F.__s&&Yt(o.__H,t)&&(o.__=e,o.u=t,q.__h.push(o))}function $(e){return Vt=5,J(function(){return{current:e}},[])}function J(e,t){var o=Xt(Ie++,7);return Yt(o.__H,t)&&(o.__=e(),o.__H=t,o.__h=e),o.__}function Br(){for(var e;e=Xn.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(nt),t.__h.some(Gt),t.__h=[]}catch(o){t.__h=
[],F.__e(o,e.__v)}}}F.__b=function(e){q=null,Hn&&Hn(e)},F.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),Vn&&Vn(
e,t)},F.__r=function(e){qn&&qn(e),Ie=0;var t=(q=e.__c).__H;t&&(jt===q?(t.__h=[],q.__h=[],t.__.some(function(o){o.__N&&(o.
__=o.__N),o.u=o.__N=void 0})):(t.__h.some(nt),t.__h.some(Gt),t.__h=[],Ie=0)),jt=q},F.diffed=function(e){Wn&&Wn(e);var t=e.
__c;t&&t.__H&&(t.__H.__h.length&&(Xn.push(t)!==1&&Bn===F.requestAnimationFrame||((Bn=F.requestAnimationFrame)||Hr)(Br)),
t.__H.__.some(function(o){o.u&&(o.__H=o.u,o.u=void 0)})),jt=q=null},F.__c=function(e,t){t.some(function(o){try{o.__h.some(
nt),o.__h=o.__h.filter(function(r){return!r.__||Gt(r)})}catch(r){t.some(function(a){a.__h&&(a.__h=[])}),t=[],F.__e(r,o.__v)}}),
Kn&&Kn(e,t)},F.unmount=function(e){jn&&jn(e);var t,o=e.__c;o&&o.__H&&(o.__H.__.some(function(r){try{nt(r)}catch(a){t=a}}),
o.__H=void 0,t&&F.__e(t,o.__v))};var Gn=typeof requestAnimationFrame=="function";function Hr(e){var t,o=function(){clearTimeout(
r),Gn&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(o,35);Gn&&(t=requestAnimationFrame(o))}function nt(e){var t=q,
o=e.__c;typeof o=="function"&&(e.__c=void 0,o()),q=t}function Gt(e){var t=q;e.__c=e.__(),q=t}function Yt(e,t){return!e||
e.length!==t.length||t.some(function(o,r){return o!==e[r]})}var qr=Symbol.for("preact-signals");function at(){if(se>1)se--;else{var e,t=!1;for((function(){var a=rt;for(rt=void 0;a!==
void 0;){var i=a.S;if(i.v===a.v)for(var s=i.t;s!==void 0;s=s.x)s.i===a.i&&(s.i=i.i);a=a.o}})();ze!==void 0;){var o=ze;for(ze=
void 0,ot++;o!==void 0;){var r=o.u;if(o.u=void 0,o.f&=-3,!(8&o.f)&&Zn(o))try{o.c()}catch(a){t||(e=a,t=!0)}o=r}}if(ot=0,se--,
t)throw e}}function ke(e){if(se>0)return e();Zt=++Wr,se++;try{return e()}finally{at()}}var De,P=void 0;function Le(e){var t=P,
o=De;P=void 0,De=void 0;try{return e()}finally{P=t,De=o}}var ze=void 0,se=0,ot=0,Wr=0,Zt=0,rt=void 0,it=0;function Yn(e){
if(P!==void 0){var t=e.n;if(t===void 0||t.t!==P)return t={i:0,S:e,p:P.s,n:void 0,t:P,e:void 0,x:void 0,r:t},P.s!==void 0&&
(P.s.n=t),P.s=t,e.n=t,32&P.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=P.
s,t.n=void 0,P.s.n=t,P.s=t),t}}function O(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,
this.Z=t?.unwatched,this.name=t?.name}O.prototype.brand=qr;O.prototype.h=function(){return!0};O.prototype.S=function(e){
var t=this,o=this.t;o!==e&&e.e===void 0&&(e.x=o,this.t=e,o!==void 0?o.e=e:Le(function(){var r;(r=t.W)==null||r.call(t)}))};
O.prototype.U=function(e){var t=this;if(this.t!==void 0){var o=e.e,r=e.x;o!==void 0&&(o.x=r,e.e=void 0),r!==void 0&&(r.e=
o,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&Le(function(){var a;(a=t.Z)==null||a.call(t)}))}};O.prototype.subscribe=
function(e){var t=this;return oe(function(){var o=t.value;Le(function(){return e(o)})},{name:"sub"})};O.prototype.valueOf=
function(){return this.value};O.prototype.toString=function(){return this.value+""};O.prototype.toJSON=function(){return this.
value};O.prototype.peek=function(){var e=this;return Le(function(){return e.value})};Object.defineProperty(O.prototype,"\
value",{get:function(){var e=Yn(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(ot>100)throw new Error(
"Cycle detected");(function(o){se!==0&&ot===0&&o.l!==Zt&&(o.l=Zt,rt={S:o,v:o.v,i:o.i,o:rt})})(this),this.v=e,this.i++,it++,
se++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{at()}}}});function B(e,t){return new O(e,t)}function Zn(e){for(var t=e.
s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function Jn(e){for(var t=e.s;t!==void 0;t=t.n){
var o=t.S.n;if(o!==void 0&&(t.r=o),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Qn(e){for(var t=e.s,o=void 0;t!==
void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):o=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),
t=r}e.s=o}function ve(e,t){O.call(this,void 0,t),this.x=e,this.s=void 0,this.g=it-1,this.f=4}ve.prototype=new O;ve.prototype.
h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===it))return!0;if(this.g=it,this.f|=
1,this.i>0&&!Zn(this))return this.f&=-2,!0;var e=P;try{Jn(this),P=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&
(this.v=t,this.f&=-17,this.i++)}catch(o){this.v=o,this.f|=16,this.i++}return P=e,Qn(this),this.f&=-2,!0};ve.prototype.S=
function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}O.prototype.S.call(this,e)};ve.prototype.
U=function(e){if(this.t!==void 0&&(O.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=
t.n)t.S.U(t)}};ve.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}};Object.defineProperty(
ve.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var e=Yn(this);if(this.h(),e!==void 0&&
(e.i=this.i),16&this.f)throw this.v;return this.v}});function ue(e,t){return new ve(e,t)}function eo(e){var t=e.j;if(e.j=
void 0,typeof t=="function"){se++;var o=P;P=void 0;try{t()}catch(r){throw e.f&=-2,e.f|=8,Jt(e),r}finally{P=o,at()}}}function Jt(e){
for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,eo(e)}function Kr(e){if(P!==this)throw new Error("Out-of-o\
rder effect");Qn(this),P=e,this.f&=-2;try{8&this.f&&Jt(this)}finally{at()}}function Se(e,t){this.x=e,this.j=void 0,this.
s=void 0,this.u=void 0,this.f=32,this.name=t?.name,De&&De.push(this)}Se.prototype.c=function(){var e=this.S();try{if(8&this.
f||this.x===void 0)return;var t=this.x();typeof t=="function"&&(this.j=t)}finally{e()}};Se.prototype.S=function(){if(1&this.
f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,eo(this),Jn(this),se++;var e=P;return P=this,Kr.bind(this,e)};Se.
prototype.N=function(){2&this.f||(this.f|=2,this.u=ze,ze=this)};Se.prototype.d=function(){this.f|=8,1&this.f||Jt(this)};
Se.prototype.dispose=function(){this.d()};function oe(e,t){var o=new Se(e,t);try{o.c()}catch(a){throw o.d(),a}var r=o.d.
bind(o);return r[Symbol.dispose]=r,r}var Qt,Me,st,jr=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__,to=[],no=[];oe(function(){Qt=this.N})();function Ce(e,t){
k[e]=t.bind(null,k[e]||function(){})}function Ue(e){if(st){var t=st;st=void 0,t()}st=e&&e.S()}function oo(e){var t=this,
o=e.data,r=_(o);r.name="ReactiveDom",r.value=o;var a=J(function(){for(var l=t,d=t.__v;d=d.__;)if(d.__c){d.__c.__$f|=4;break}
var c=ue(function(){var m=r.value.value;return m===0?0:m===!0?"":m||""}),f=ue(function(){return!Array.isArray(c.value)&&
!Ut(c.value)}),g=oe(function(){if(this.N=ro,f.value){var m=c.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.
data=m)}}),p=t.__$u.d;return t.__$u.d=function(){g(),p.call(this)},[f,c]},[]),i=a[0],s=a[1];return i.value?s.peek():s.value}
oo.displayName="ReactiveTextNode";Object.defineProperties(O.prototype,{constructor:{configurable:!0,value:qt(w,null).constructor},
type:{configurable:!0,value:oo},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},
__b:{configurable:!0,value:1}});Ce("__b",function(e,t){if(Ue(),Me=void 0,typeof t.type=="string"){var o,r=t.props;for(var a in r)
if(a!=="children"){var i=r[a];i instanceof O&&(o||(t.__np=o={}),o[a]=i,r[a]=i.peek())}}e(t)});Ce("__r",function(e,t){if(e(
t),t.type!==w){Ue();var o,r=t.__c;r&&(r.__$f&=-2,(o=r.__$u)===void 0&&(r.__$u=o=(function(a,i){var s;return oe(function(){
s=this},{name:i}),s.c=a,s})((function(a){return function(){var i;jr&&((i=this.y)==null||i.call(this)),a.__$f|=1,a.setState(
{})}})(r),typeof t.type=="function"?t.type.displayName||t.type.name:""))),Me=r,Ue(o)}});Ce("__e",function(e,t,o,r){Ue(),
Me=void 0,e(t,o,r)});Ce("diffed",function(e,t){Ue(),Me=void 0;var o;if(typeof t.type=="string"&&(o=t.__e)){var r=t.__np,
a=t.props,i=o.U;if(i)for(var s in i){var l=i[s];l===void 0||r&&s in r||(l.d(),i[s]=void 0)}if(r){i||(i={},o.U=i);for(var d in r){
var c=i[d],f=r[d];c===void 0?(c=Vr(o,d,f,a),i[d]=c):c.o(f,a)}}}e(t)});function Vr(e,t,o,r){var a=t in e&&e.ownerSVGElement===
void 0,i=B(o);return{o:function(s,l){i.value=s,r=l},d:oe(function(){this.N=ro;var s=i.value.value;r[t]!==s&&(r[t]=s,a?e[t]=
s:s!=null&&(s!==!1||t[4]==="-")?e.setAttribute(t,s):e.removeAttribute(t))})}}Ce("unmount",function(e,t){if(typeof t.type==
"string"){var o=t.__e;if(o){var r=o.U;if(r){o.U=void 0;for(var a in r){var i=r[a];i&&i.d()}}}var s=t.__np;if(s){var l=t.
props;for(var d in s)l[d]=s[d]}t.__np=void 0}else{var c=t.__c;if(c){c.__$f|=8;var f=c.__$u;f&&(c.__$u=void 0,f.d())}}e(t)});
Ce("__h",function(e,t,o,r){r<3&&(t.__$f|=2),e(t,o,r)});ne.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;
var o=this.__$u,r=o&&o.s!==void 0;for(var a in t)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var i=2&this.
__$f;if(!(r||i||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var s in e)if(s!==
"__source"&&e[s]!==this.props[s])return!0;for(var l in this.props)if(!(l in e))return!0;return!1};function _(e,t){return J(
function(){return B(e,t)},[])}function fe(e,t){var o=$(e);return o.current=e,Me.__$f|=4,J(function(){return ue(function(){
return o.current()},t)},[])}var Gr=typeof requestAnimationFrame>"u"?setTimeout:function(e){var t=function(){clearTimeout(
o),cancelAnimationFrame(r),e()},o=setTimeout(t,35),r=requestAnimationFrame(t)},Xr=function(e){queueMicrotask(function(){
queueMicrotask(e)})};function Yr(){ke(function(){for(var e;e=to.shift();)Qt.call(e)})}function Zr(){to.push(this)===1&&(k.
requestAnimationFrame||Gr)(Yr)}function Jr(){ke(function(){for(var e;e=no.shift();)Qt.call(e)})}function ro(){no.push(this)===
1&&(k.requestAnimationFrame||Xr)(Jr)}function lt(e,t){var o=$(e);o.current=e;var r=Me;U(function(){return oe(function(){
if(this.N=Zr,!(r&&8&r.__$f))return o.current()},t)},[])}var ct=B(Date.now());function io(){window.setInterval(()=>{document.hidden||(ct.value=Date.now())},1e3),document.addEventListener(
"visibilitychange",()=>{ct.value=Date.now()})}var dt=B({path:window.location.pathname,search:window.location.search}),be=ue(()=>Qr(dt.value.path)),xe=ue(()=>dt.value.
search),Be=B(0);function Qr(e){let[,t="",o="",r="",...a]=e.replace(/\/+$/,"").split("/");return a.length>0?{page:"unknow\
n"}:t===""&&o===""?{page:"overview"}:t==="addresses"&&o===""?{page:"addresses"}:t!=="services"?{page:"unknown"}:o===""?{
page:"services"}:r===""?{page:"unknown"}:{page:"service",namespace:ao(o),name:ao(r)}}function Y(e,t){return`/services/${encodeURIComponent(
e)}/${encodeURIComponent(t)}`}function re(e,t="push"){try{t==="push"?window.history.pushState(null,"",e):window.history.
replaceState(null,"",e)}catch{}let{pathname:o,search:r}=new URL(e,window.location.origin);dt.value={path:o,search:r},t===
"push"&&Be.value++}function so(){window.addEventListener("popstate",()=>{dt.value={path:window.location.pathname,search:window.
location.search},Be.value++}),document.addEventListener("click",ei)}function ei(e){if(e.defaultPrevented||e.button!==0||
e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;let t=e.target instanceof Element?e.target.closest("a"):null;if(t===null||
!t.hasAttribute("href")||t.target!==""||t.hasAttribute("download"))return;let o=new URL(t.href,window.location.href),r=o.
pathname===window.location.pathname&&o.hash!=="";o.origin!==window.location.origin||r||(e.preventDefault(),re(o.pathname+
o.search))}function ao(e){try{return decodeURIComponent(e)}catch{return e}}var tn="meshwork-token";function nn(){let e=/(?:^#|&)token=([^&]+)/.exec(window.location.hash);return e?.[1]===void 0?!1:
(ti(e[1]),re(window.location.pathname+window.location.search,"replace"),!0)}var en="";function ti(e){en=e;try{localStorage.
setItem(tn,e)}catch{}}function pt(){try{return localStorage.getItem(tn)??en}catch{return en}}function lo(e){window.addEventListener(
"storage",t=>{t.key===tn&&e()}),window.addEventListener("hashchange",()=>{nn()&&e()})}function ut(e,t){let o={headers:{Authorization:`\
Bearer ${pt()}`},cache:"no-store"};return t!==void 0&&(o.signal=t),fetch(e,o)}var co=500,ni=5e3,oi=4e3,ft=class{constructor(t,o){this.onMessage=t;this.topics=o}onMessage;topics;phase=B("connecting");reconnected=B(
!1);socket;pause=co;retry;wasOpen=!1;open(){if(window.clearTimeout(this.retry),this.leave(),pt()===""){this.phase.value=
"refused";return}let t=new URL("/api/watch",window.location.href);t.protocol=t.protocol==="https:"?"wss:":"ws:";let o;try{
o=new WebSocket(t,["meshwork.dev",pt()])}catch{this.phase.value="refused";return}this.socket=o,o.onopen=()=>this.opened(
o),o.onmessage=r=>this.received(r.data),o.onclose=()=>{this.socket===o&&this.closed()}}send(t){this.socket?.readyState===
WebSocket.OPEN&&this.socket.send(JSON.stringify(t))}opened(t){this.pause=co;for(let o of this.topics())t.send(JSON.stringify(
{subscribe:o}));this.wasOpen&&(this.reconnected.value=!0,window.setTimeout(()=>{this.reconnected.value=!1},oi)),this.wasOpen=
!0,this.phase.value="open"}received(t){if(typeof t!="string")return;let o;try{o=JSON.parse(t)}catch{return}typeof o?.topic==
"string"&&this.onMessage(o)}leave(){let t=this.socket;this.socket=void 0,t?.close()}async closed(){this.socket=void 0;let t=await ri();
this.socket===void 0&&(this.phase.value=t,t!=="refused"&&(this.retry=window.setTimeout(()=>this.open(),this.pause),this.
pause=Math.min(ni,this.pause*1.6)))}};async function ri(){try{return(await ut("/api/session")).status===401?"refused":"i\
nterrupted"}catch{return"ended"}}var po={namespace:"",name:"",mesh:"",type:"",headless:!1,state:"Unknown",summary:"",meshServices:0,online:0,offline:0,delegated:"",
findings:[],addresses:[],problem:!1},ii={context:"",server:"",scope:"",version:"",pluginVersion:""},ai={connected:!0,message:"",
since:""},si={healthy:!1,document:{blocks:[]}},li={namespace:"",leader:"",renewed:"",leads:"Unknown",message:"",deployments:[]},
ci={services:0,inMesh:0,online:0,offline:0,missing:0,conflicts:0,foreign:0,delegated:0,effective:0,withProblem:0,compared:!1},
di={name:"",mtls:"",meshServices:0,conditions:[]},pi={time:"",namespace:"",service:"",text:"",tone:"neutral"},ui={namespace:"",
name:"",type:"",clusterIPs:[],ports:[],mesh:"",inMesh:!1,healthy:!1,headless:!1,created:"",addresses:[]},fi={command:"",
why:""},mi={name:"",pod:"",state:"Unknown",availability:"",online:0,offline:0,holder:"",addresses:[]},hi={name:"",manager:"",
ours:!1,addressType:"",endpoints:0,ready:0,warnings:[]},gi={name:"",pod:!1,addresses:[],node:"",zone:"",state:"NotReady",
slices:[],managers:[],phase:"",warnings:[]},vi={manager:"",fromPods:!1,phase:"",keptAway:!1,desired:0,ours:0,others:0,effective:!1,
message:""},bi={time:"",text:"",tone:"neutral"},xi={time:"",type:"Normal",reason:"",message:"",count:1,from:""},yi={mesh:"",
cidr:"",family:"IPv4",size:"0",used:0,keptBack:0,available:"0",excluded:[],message:""},wi={ip:"",mesh:"",range:"",state:"\
Used",namespace:"",service:"",offset:"0"},_i={servers:[],clients:[]},ki={info:ii,connection:ai,status:si,manager:li,counts:ci,
mesh:di,problem:po,change:pi,service:ui,missing:{message:""},document:{blocks:[]},remedy:fi,meshService:mi,slice:hi,endpoint:gi,
delegation:vi,handover:bi,event:xi,xds:_i,object:{},range:yi,address:wi};function uo(e,t,o){if(typeof o!="object"||o===null||
Array.isArray(o))return o;let r=e==="services"?po:ki[t.split("/",1)[0]??""];if(r===void 0)return o;let a={...r};for(let[
i,s]of Object.entries(o))s!==null&&(a[i]=s);return a}var Si=2e3,mt=class{constructor(t,o,r,a=()=>performance.now()){this.send=t;this.schedule=o;this.linger=r;this.now=a}send;schedule;linger;now;topics=new Map;waiting=[];subscribe(t){
let o=this.topics.has(t),r=this.topic(t);r.subscribers++,o||this.send({subscribe:t});let a=!1,i=()=>{a||(a=!0,r.subscribers--,
this.linger(()=>this.drop(t,r)))};return{state:r.state,end:i}}drop(t,o){o.subscribers>0||this.topics.get(t)!==o||(this.topics.
delete(t),this.send({unsubscribe:t}))}names(){return[...this.topics.keys()]}receive(t){this.waiting.push(t),this.waiting.
length===1&&this.schedule(()=>this.apply())}apply(){let t=this.waiting;this.waiting=[];let o=new Set;for(let r of t){let a=this.
topics.get(r.topic);a!==void 0&&(this.change(a,r),o.add(a))}ke(()=>{for(let r of o)r.state.value={loaded:!0,entries:r.entries,
changed:r.changed}})}change(t,o){let r=this.now();o.reset===!0&&(t.entries.clear(),t.changed.clear());for(let[a,i]of t.changed)
r-i>Si&&t.changed.delete(a);for(let a of o.remove??[])t.entries.delete(a),t.changed.delete(a);for(let[a,i]of Object.entries(
o.set??{}))t.entries.set(a,uo(o.topic,a,i)),o.reset!==!0&&t.changed.set(a,r)}topic(t){let o=this.topics.get(t);if(o===void 0){
let r=new Map,a=new Map;o={entries:r,changed:a,state:B({loaded:!1,entries:r,changed:a}),subscribers:0},this.topics.set(t,
o)}return o}};function R(e,t){return e.entries.get(t)}function I(e,t){return le(e,t).map(([,o])=>o)}function le(e,t){let o=`${t}\
/`,r=[];for(let[a,i]of e.entries)a.startsWith(o)&&r.push([a.slice(o.length),i]);return r}var Mi=250,Ci=2e4;function Ti(e){document.hidden?window.setTimeout(e,Mi):window.requestAnimationFrame(e)}var on=new mt(e=>Q.
send(e),Ti,e=>{window.setTimeout(e,Ci)}),Q=new ft(e=>on.receive(e),()=>on.names()),fo={loaded:!1,entries:new Map,changed:new Map};
function ie(e){let t=_(void 0),o=_(fo);return U(()=>{let r=on.subscribe(e);return t.value=r.state,()=>{t.value=void 0,r.
end()}},[e]),lt(()=>{o.value=t.value?.value??fo}),o}var mo="meshwork-theme",ht=["system","light","dark"],ce=B($i());function ho(){ce.value=ht[(ht.indexOf(ce.value)+1)%ht.length]??
"system"}function go(){oe(()=>{document.documentElement.dataset.theme=ce.value;try{localStorage.setItem(mo,ce.value)}catch{}})}
function $i(){try{let e=localStorage.getItem(mo);return ht.find(t=>t===e)??"system"}catch{return"system"}}var Pi=0;function n(e,t,o,r,a,i){t||(t={});var s,l,d=t;if("ref"in d)for(l in d={},t)l=="ref"?s=t[l]:d[l]=t[l];var c={type:e,props:d,
key:o,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:void 0,__v:--Pi,__i:-1,__u:0,__source:a,__self:i};if(typeof e==
"function"&&(s=e.defaultProps))for(l in s)d[l]===void 0&&(d[l]=s[l]);return k.vnode&&k.vnode(c),c}function K({title:e,children:t,aside:o,id:r,kind:a=""}){let i=`${r??e.toLowerCase().replace(/\W+/g,"-")}-heading`;return n(
"section",{class:`panel ${a}`,"aria-labelledby":i,id:r,children:[n("header",{class:"panel-head",children:[n("h2",{id:i,children:e}),
o]}),t]})}function E({title:e,children:t}){return n("div",{class:"nothing",children:[n("p",{class:"nothing-title",children:e}),
t!==void 0&&n("p",{children:t})]})}function W({lines:e=4,label:t}){return n("div",{class:"skeleton",role:"status",children:[
n("span",{class:"unseen",children:["Loading ",t]}),Array.from({length:e},(o,r)=>n("div",{class:"skeleton-line","aria-hid\
den":!0},r))]})}var Ei=/[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
function S(e,t="nothing"){return e.replace(Ei,o=>t==="lines"&&(o===`
`||o==="	")?o:o===`
`?" \u23CE ":`\u27E8U+${(o.codePointAt(0)??0).toString(16).toUpperCase().padStart(4,"0")}\u27E9`)}function vo(e,t){let o=Date.
parse(e);if(Number.isNaN(o))return"";let r=Ni(Math.abs(t-o));return o>t+1e3?`in ${r}`:`${r} ago`}function Ni(e){let t=Math.
floor(e/1e3);if(t<120)return`${t}s`;let o=Math.floor(t/60);if(o<120)return`${o}m`;let r=Math.floor(o/60);return r<48?`${r}\
h`:`${Math.floor(r/24)}d`}function gt(e){let t=new Date(e);return Number.isNaN(t.getTime())?"":t.toLocaleTimeString("en-\
GB")}function v(e){let t=String(e);return/^\d+$/.test(t)?t.length>12?Ri(BigInt(t)):t.replace(/\B(?=(\d{3})+$)/g,","):t}function Ri(e){
let t=e.toString(2),o=t.startsWith("11")?t.length:t.length-1;return`${e===1n<<BigInt(o)?"":"\u2248 "}${Ai(o)}`}function Ai(e){
return`2${[...String(e)].map(t=>"\u2070\xB9\xB2\xB3\u2074\u2075\u2076\u2077\u2078\u2079"[Number(t)]??"").join("")}`}function H(e,t,o=`${t}\
s`){return`${v(e)} ${e===1?t:o}`}function rn(e,t){if(e.length<=t)return e;let o=Math.ceil((t-1)*.55);return`${e.slice(0,
t-1-o)}\u2026${e.slice(e.length-o)}`}var Fi={check:"M3.5 8.5l3 3 6-7",cross:"M4 4l8 8M12 4l-8 8",warning:"M8 2.5L14.2 13.5H1.8zM8 6.5v3M8 11.4v.6",question:"\
M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.8-1.1 1.6M8 12v.4",dot:"M8 6.6a1.4 1.4 0 1 1 0 2.8a1.4 1.4 0 1 1 0-2.8",ring:"M8 \
3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M5 8h6",dash:"M4 8h8",clock:"M8 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10M8 5.5V8l2 1.4"};function C({
shape:e,color:t,label:o}){let r=o===void 0?{"aria-hidden":!0}:{role:"img","aria-label":o};return n("svg",{class:`icon ${t}`,
viewBox:"0 0 16 16",width:"16",height:"16",...r,children:n("path",{d:Fi[e]})})}var bo={Good:{shape:"check",color:"good",
label:"good"},Bad:{shape:"cross",color:"bad",label:"problem"},Caution:{shape:"warning",color:"caution",label:"caution"},
Unclear:{shape:"question",color:"caution",label:"unclear"},Neutral:{shape:"dot",color:"neutral",label:"note"}};function V({
mark:e}){let t=bo[e??"Neutral"]??bo.Neutral;return n(C,{...t})}function vt({tone:e}){return n(V,{mark:e==="good"?"Good":
e==="bad"?"Bad":"Neutral"})}var an={Online:{shape:"check",color:"good",word:"Online"},Offline:{shape:"ring",color:"bad",
word:"Offline"},Missing:{shape:"cross",color:"bad",word:"Missing"},Conflict:{shape:"warning",color:"bad",word:"Conflict"},
NoStatus:{shape:"clock",color:"caution",word:"No status"},Unknown:{shape:"question",color:"caution",word:"Unknown"},NotInMesh:{
shape:"dash",color:"neutral",word:"Not in mesh"}};function xo(e){return an[e]?.word??e}function bt({state:e}){let t=an[e]??
an.Unknown;return n("span",{class:`state ${t.color}`,children:[n(C,{shape:t.shape,color:t.color}),n("span",{children:t.word})]})}function u({value:e}){return n("bdi",{children:S(e)})}function de({value:e}){let t=S(e);return n("bdi",{class:"name",title:t,
children:t})}function Z({time:e}){return e===""?null:n("time",{dateTime:e,title:S(e),children:vo(e,ct.value)})}function xt(e){return e.includes(":")?Ii(e):Oi(e)}function Oi(e){let t=e.split(".");if(!(t.length!==4||t.some(o=>!/^\d{1,3}$/.
test(o)||Number(o)>255)))return t.reduce((o,r)=>o<<8n|BigInt(r),0n)}function Ii(e){let t=e.split("::");if(t.length>2)return;
let o=t.map(l=>l===""?[]:l.split(":")),[r=[],a=[]]=o,i=t.length===2?8-r.length-a.length:0,s=[...r,...Array.from({length:Math.
max(0,i)},()=>"0"),...a];if(!(s.length!==8||s.some(l=>!/^[0-9a-f]{1,4}$/i.test(l))))return s.reduce((l,d)=>l<<16n|BigInt(
`0x${d}`),0n)}function yo(e,t){if(t==="IPv4")return[24n,16n,8n,0n].map(i=>e>>i&255n).join(".");let o=Array.from({length:8},
(i,s)=>(e>>BigInt(112-16*s)&0xffffn).toString(16)),{start:r,length:a}=Di(o);return a<2?o.join(":"):`${o.slice(0,r).join(
":")}::${o.slice(r+a).join(":")}`}function Di(e){let t={start:0,length:0},o=0;return e.forEach((r,a)=>{r!=="0"?o=a+1:a-o+
1>t.length&&(t={start:o,length:a-o+1})}),t}function sn(e){let[t="",o]=e.split("/"),r=xt(t),a=t.includes(":")?128:32,i=o===
void 0?a:Number(o);if(r===void 0||!Number.isInteger(i)||i<0||i>a)return;let s=1n<<BigInt(a-i);return{first:r-r%s,size:s}}var ln=200,wo={Used:{word:"Used",color:"neutral",shape:"dot"},KeptBack:{word:"Kept back",color:"caution",shape:"clock"},
Reserved:{word:"Reserved",color:"neutral",shape:"dash"},OutOfRange:{word:"Out of range",color:"bad",shape:"warning"}};function _o({
addresses:e}){let t=_(ln),o=new URLSearchParams(xe.value).get("q")??"",r=e.filter(i=>Li(i).includes(o.trim().toLowerCase())).
sort(Ui),a=i=>re(i===""?"/addresses":`/addresses?q=${encodeURIComponent(i)}`,"replace");return n(K,{title:"All addresses",
aside:n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search addresses"}),n("input",{type:"search",
placeholder:"Search address or Service",value:o,spellcheck:!1,autocomplete:"off",onInput:i=>a(i.currentTarget.value)})]}),
children:[n("p",{class:"quiet",children:[v(r.length)," of ",v(e.length)," addresses"]}),n("div",{class:"table-box",tabIndex:0,
role:"region","aria-label":"Addresses",children:n("table",{class:"address-table",children:[n("thead",{children:n("tr",{children:[
"Address","State","Service","Mesh","Range"].map(i=>n("th",{scope:"col",children:i},i))})}),n("tbody",{children:r.slice(0,
t.value).map(i=>n(zi,{address:i},`${i.mesh} ${i.ip}`))})]})}),r.length>t.value&&n("button",{type:"button",class:"button",
onClick:()=>{t.value+=ln},children:["Show ",v(Math.min(ln,r.length-t.value))," more"]})]})}function zi({address:e}){let t=wo[e.
state]??wo.Reserved;return n("tr",{children:[n("td",{class:"ip",children:n(u,{value:e.ip})}),n("td",{children:n("span",{
class:`state ${t.color}`,children:[n(C,{shape:t.shape,color:t.color}),t.word]})}),n("td",{children:e.service!==""&&n("a",
{href:Y(e.namespace,e.service),children:n(u,{value:`${e.namespace}/${e.service}`})})}),n("td",{children:n(u,{value:e.mesh})}),
n("td",{children:n(u,{value:e.range})})]})}function Li(e){return`${e.ip} ${e.namespace}/${e.service} ${e.mesh} ${e.state}`.
toLowerCase()}function Ui(e,t){let[o,r]=[xt(e.ip)??0n,xt(t.ip)??0n];return o<r?-1:o>r?1:0}var cn=1024n,Bi=1n<<20n,Hi=256n;function ko(e,t){let o=sn(e.cidr);if(o===void 0)return;let r=t.map(g=>({address:g,offset:qi(
g)})).filter(({offset:g})=>g>=0n&&g<o.size),a=Wi(o.size,r.map(({offset:g})=>g)),i=a.size<=cn?1n:(a.size+cn-1n)/cn,s=new Map;
for(let{address:g,offset:p}of r){let m=Number((p-a.first)/i),b=s.get(m);b===void 0?s.set(m,[g]):b.push(g)}let l=e.excluded.
map(sn).filter(g=>g!==void 0),d=g=>yo(o.first+g,e.family),c=Number((a.size+i-1n)/i);return{cells:Array.from({length:c},(g,p)=>{
let m=a.first+BigInt(p)*i,b=dn(m+i,a.first+a.size)-1n,x=s.get(p)??[],T=Ki(o.first+m,o.first+b,l);return{first:d(m),last:d(
b),kind:ji(x,T),addresses:x,density:Vi(x.length,i)}}),perCell:i,first:d(a.first),last:d(a.first+a.size-1n),whole:a.size===
o.size}}function qi(e){return/^\d+$/.test(e.offset)?BigInt(e.offset):-1n}function Wi(e,t){if(e<=Bi)return{first:0n,size:e};
let o=t.reduce((i,s)=>dn(i,s),t[0]??0n),r=t.reduce((i,s)=>s>i?s:i,0n),a=Hi;for(;a<e&&o/a!==r/a;)a*=2n;return{first:o/a*a,
size:dn(a,e)}}function Ki(e,t,o){return o.some(r=>e>=r.first&&t<r.first+r.size)}function ji(e,t){return e.some(o=>o.state===
"Used")?"used":e.some(o=>o.state==="KeptBack")?"keptBack":t||e.length>0?"reserved":"free"}function Vi(e,t){if(e===0)return 0;
if(t===1n)return 4;let o=e/Number(t);return o>.75?4:o>.5?3:o>.25?2:1}function dn(e,t){return e<t?e:t}function So(e,t,o,r){let a={ArrowRight:1,ArrowLeft:-1,ArrowDown:r,ArrowUp:-r};if(e==="Home")return 0;if(e==="End")return o-
1;let i=a[e];if(i===void 0)return;let s=t+i;return s>=0&&s<o?s:Math.max(0,t)}function Mo({range:e,addresses:t,index:o}){let r=ko(e,t);return n("article",{class:"range panel","aria-label":`Range ${e.
cidr} of Mesh ${e.mesh}`,children:[n("header",{class:"range-head",children:[n("h2",{children:n(u,{value:e.cidr})}),n("sp\
an",{class:"tag",children:["Mesh ",n(u,{value:e.mesh})]}),n("p",{class:"range-numbers",children:[n("strong",{children:v(
e.used)})," used, ",n("strong",{children:v(e.keptBack)})," kept back,"," ",n("strong",{children:v(e.available)})," avail\
able of ",v(e.size)]})]}),e.message!==""&&n("p",{class:"range-message",children:[n(C,{shape:"warning",color:"caution"}),
n("span",{children:n(u,{value:e.message})})]}),r!==void 0&&n(Gi,{map:r,range:e,index:o})]})}function Gi({map:e,range:t,index:o}){
let r=$(null),a=_(0),i=_(-1),s=_(-1),l=fe(()=>s.value>=0?s.value:i.value);ge(()=>{if(r.current===null)return;let b=r.current,
x=new ResizeObserver(()=>{a.value=b.clientWidth});return x.observe(b),a.value=b.clientWidth,()=>x.disconnect()},[]);let d=Xi(
e.cells.length,a.value),c=Math.min(20,Math.floor(a.value/d*10)/10),f=Math.ceil(e.cells.length/d),g=b=>`range-${o}-cell-${b}`,
p=b=>{let x=So(b.key,i.value,e.cells.length,d);x!==void 0&&(b.preventDefault(),i.value=x)},m=b=>{let x=b.target instanceof
Element?b.target.closest("[data-cell]"):null;return Number(x?.getAttribute("data-cell")??-1)};return n("div",{class:"map",
ref:r,children:[n("svg",{class:"map-cells",width:d*c,height:f*c,role:"listbox",tabindex:0,"aria-label":`Addresses ${e.first}\
 to ${e.last}`,"aria-activedescendant":i.value>=0?g(i.value):void 0,onKeyDown:p,onPointerOver:b=>{s.value=m(b)},onPointerLeave:()=>{
s.value=-1},onClick:b=>{i.value=m(b)},onFocus:()=>{i.value<0&&(i.value=0)},children:[n(Zi,{index:o}),a.value>0&&e.cells.
map((b,x)=>n("rect",{id:g(x),"data-cell":x,role:"option","aria-selected":x===i.value,"aria-label":Ji(b,e.perCell),class:`\
map-cell ${b.kind} density-${b.density}`,x:x%d*c+1,y:Math.floor(x/d)*c+1,width:c-2,height:c-2,rx:"2",fill:Yi(b,o)},x)),l.
value>=0&&n("rect",{class:"map-cursor",x:l.value%d*c,y:Math.floor(l.value/d)*c,width:c,height:c,rx:"3"})]}),n("p",{class:"\
map-scale quiet",children:[e.first," to ",e.last,e.perCell>1n?`, ${v(e.perCell.toString())} addresses in a cell`:", one \
address in a cell",!e.whole&&"; only the part of the range that is in use"]}),n(Qi,{cell:e.cells[l.value],perCell:e.perCell,
name:t.cidr})]})}function Xi(e,t){let o=e>256?64:e>64?32:16;return[64,32,16].find(r=>r<=o&&t/r>=10)??16}function Yi(e,t){
return e.kind==="keptBack"?`url(#kept-back-${t})`:e.kind==="reserved"?`url(#reserved-${t})`:void 0}function Zi({index:e}){
return n("defs",{children:[n("pattern",{id:`kept-back-${e}`,width:"5",height:"5",patternUnits:"userSpaceOnUse",patternTransform:"\
rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),n("rect",{class:"pattern-caution",width:"2\
.5",height:"5"})]}),n("pattern",{id:`reserved-${e}`,width:"4",height:"4",patternUnits:"userSpaceOnUse",children:[n("rect",
{class:"pattern-ground",width:"4",height:"4"}),n("circle",{class:"pattern-neutral",cx:"2",cy:"2",r:"1"})]})]})}var un={free:"\
free",used:"used",keptBack:"kept back",reserved:"reserved"};function Ji(e,t){let o=e.first===e.last?e.first:`${e.first} \
to ${e.last}`;if(t>1n)return`${o}: ${e.addresses.length===0?un[e.kind]:`${H(e.addresses.length,"address","addresses")} t\
aken`}`;let r=e.addresses[0]?.service??"",a=r===""?"":` by ${S(e.addresses[0]?.namespace??"")}/${S(r)}`;return`${o}: ${un[e.
kind]}${a}`}var pn=6;function Qi({cell:e,perCell:t,name:o}){return e===void 0?n("p",{class:"readout quiet",children:["Po\
int at a cell of ",o,", or use the arrow keys, to see who has its addresses."]}):n("p",{class:"readout",children:[n("str\
ong",{children:e.first===e.last?e.first:`${e.first} \u2013 ${e.last}`})," ",e.addresses.length===0||t===1n?un[e.kind]:`${v(
e.addresses.length)} of ${v(t.toString())} taken`,e.addresses.slice(0,pn).map(r=>n("span",{class:"value",children:[t>1n&&
n(w,{children:[r.ip," "]}),r.service!==""&&n("a",{href:Y(r.namespace,r.service),children:n(u,{value:`${r.namespace}/${r.
service}`})})]},r.ip)),e.addresses.length>pn&&n("span",{class:"value quiet",children:["and ",e.addresses.length-pn," mor\
e"]})]})}function Co(){let e=ie("addresses").value,t=I(e,"range").sort((r,a)=>`${r.mesh} ${r.family} ${r.cidr}`<`${a.mesh} ${a.family}\
 ${a.cidr}`?-1:1),o=I(e,"address");return n("div",{class:"page addresses",children:[n("div",{class:"page-head",children:[
n("h1",{children:"Addresses"}),t.length>0&&n(ea,{})]}),!e.loaded&&n(W,{label:"addresses",lines:10}),e.loaded&&t.length===
0&&n(E,{title:"No Mesh has address ranges",children:["Services of type LoadBalancer get addresses of their Mesh if it ha\
s ranges in ",n("code",{children:"spec.vips.cidrs"}),"."]}),t.map((r,a)=>n(Mo,{range:r,index:a,addresses:o.filter(i=>i.range===
r.cidr&&i.mesh===r.mesh)},`${r.mesh}/${r.cidr}`)),o.length>0&&n(_o,{addresses:o})]})}function ea(){return n("ul",{class:"\
legend map-legend","aria-label":"Legend",children:["used","free","kept-back","reserved"].map(e=>n("li",{children:[n("svg",
{viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":!0,children:[n("defs",{children:n("pattern",{id:`legend-${e}`,
width:e==="reserved"?4:5,height:e==="reserved"?4:5,patternUnits:"userSpaceOnUse",patternTransform:e==="reserved"?void 0:
"rotate(45)",children:[n("rect",{class:"pattern-ground",width:"5",height:"5"}),e==="reserved"?n("circle",{class:"pattern\
-neutral",cx:"2",cy:"2",r:"1"}):n("rect",{class:"pattern-caution",width:"2.5",height:"5"})]})}),n("rect",{class:`map-cel\
l ${e} density-4`,width:"14",height:"14",rx:"2",fill:e==="used"||e==="free"?void 0:`url(#legend-${e})`})]}),e.replace("-",
" ")]},e))})}var ta=2e3;function Te({text:e,label:t="Copy"}){let o=_(""),r=async()=>{try{await navigator.clipboard.writeText(e),o.value=
"Copied"}catch{o.value="Not copied"}window.setTimeout(()=>{o.value=""},ta)};return n("button",{type:"button",class:"butt\
on small",onClick:()=>{r()},children:n("span",{"aria-live":"polite",children:o.value||t})})}function yt({document:e,without:t}){return n("div",{class:"document",children:e.blocks?.map((o,r)=>o.kind===t?null:n(na,
{block:o},r))})}function na({block:e}){let t=e.text??"";switch(e.kind){case"headline":return n("p",{class:"headline",children:[
n(V,{mark:e.mark}),n("span",{children:n(u,{value:t})})]});case"heading":return n("h3",{children:n(u,{value:t})});case"it\
em":return n("div",{class:"item",children:[n(V,{mark:e.mark}),n("span",{class:"item-label",children:n(u,{value:e.label??
""})}),n("span",{class:"item-text",children:n(u,{value:t})})]});case"table":return n(oa,{rows:e.rows??[]});case"command":
return n(He,{text:t});case"remark":return n("p",{class:"remark",children:n(u,{value:t})});case"paragraph":return n("p",{
children:n(u,{value:t})});default:return null}}function He({text:e}){return n("div",{class:"command",children:[n("code",
{children:n(u,{value:e})}),n(Te,{text:e})]})}function oa({rows:e}){let[t,...o]=e;return t===void 0?null:n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":`Table: ${t[0]??""}`,children:n("table",{children:[n("thead",{children:n(
"tr",{children:t.map((r,a)=>n("th",{scope:"col",children:n(u,{value:r})},a))})}),n("tbody",{children:o.map((r,a)=>n("tr",
{children:r.map((i,s)=>n("td",{children:n(u,{value:i})},s))},a))})]})})}var ra=60;function To({state:e}){let t=le(e,"change").sort(([o],[r])=>Number(r)-Number(o)).slice(0,ra);return n(K,{title:"\
Changes",kind:"changes",children:[!e.loaded&&n(W,{label:"changes"}),e.loaded&&t.length===0&&n(E,{title:"Nothing has chan\
ged yet",children:"Changes appear here as they happen."}),n("ol",{class:"change-list",tabIndex:t.length>8?0:void 0,"aria\
-label":"Changes, the newest first",children:t.map(([o,r])=>n(ia,{change:r},o))})]})}function ia({change:e}){return n("l\
i",{children:[n(vt,{tone:e.tone}),n("time",{dateTime:e.time,children:gt(e.time)}),n("span",{children:[e.service!==""&&n(
"a",{href:Y(e.namespace,e.service),children:n(u,{value:`${e.namespace}/${e.service}`})})," ",n(u,{value:e.text})]})]})}var aa={Yes:"Good",No:"Bad",Unknown:"Unclear"};function $o({manager:e}){return n(K,{title:"Manager",aside:n("span",{class:"\
quiet",children:["Namespace ",n(u,{value:e.namespace})]}),children:[n("div",{class:"item",children:[n(V,{mark:aa[e.leads]}),
n("span",{class:"item-label",children:"Leader"}),n("span",{class:"item-text",children:[e.leader!==""&&n("strong",{class:"\
leader",children:n(u,{value:e.leader})})," ",n(u,{value:e.message})]})]}),e.deployments.map(t=>n("div",{class:"item",children:[
n(V,{mark:t.ready>=t.desired&&t.desired>0?"Good":"Bad"}),n("span",{class:"item-label",children:"Deployment"}),n("span",{
class:"item-text",children:[n(u,{value:t.name}),": ",t.ready," of ",t.desired," ready"," ",(t.images??[]).map(o=>n("code",
{class:"image",children:n(u,{value:o})},o))]})]},t.name))]})}function $e({shares:e,label:t}){let o=e.reduce((i,s)=>i+s.value,0),r=0,a=e.map(i=>`${v(i.value)} ${i.word}`).join(", ");
return n("svg",{class:"bar",role:"img","aria-label":`${t}: ${a}`,viewBox:"0 0 100 6",preserveAspectRatio:"none",children:[
n("rect",{class:"track",width:"100",height:"6"}),o>0&&e.map(i=>{let s=i.value===0?0:Math.max(2,i.value/o*100),l=n("rect",
{class:`fill-${i.color}`,x:r,width:Math.min(s,100-r),height:"6"},i.word);return r+=s,l})]})}function Eo({mesh:e}){let t=e.conditions.filter(o=>!o.true);return n("article",{class:"mesh-card","aria-label":`Mesh ${e.
name}`,children:[n("header",{children:[n("h3",{children:n("a",{href:`/services?mesh=${encodeURIComponent(e.name)}`,children:n(
de,{value:e.name})})}),n("span",{class:"quiet",children:H(e.meshServices,"MeshService")}),e.mtls!==""&&n("span",{class:"\
tag",children:["mTLS ",n(u,{value:e.mtls})]}),t.length===0&&e.conditions.length>0&&n("span",{class:"state good",children:[
n(C,{shape:"check",color:"good"}),"Ready"]})]}),t.map(o=>n("div",{class:"item",children:[n(V,{mark:"Bad"}),n("span",{class:"\
item-label",children:n(u,{value:o.type})}),n("span",{class:"item-text",children:[n(u,{value:o.message??""})," ",n("span",
{class:"tag",children:n(u,{value:o.reason})})]})]},o.type)),n("dl",{class:"mesh-facts",children:[e.ipv4!==void 0&&n(Po,{
family:"IPv4",usage:e.ipv4}),e.ipv6!==void 0&&n(Po,{family:"IPv6",usage:e.ipv6}),e.certificates!==void 0&&n(sa,{certificates:e.
certificates})]})]})}function Po({family:e,usage:t}){let o=[{value:t.used,color:"accent",word:"used"},{value:t.available,
color:"neutral",word:"available"}],r=t.available===0&&t.used>0;return n(w,{children:[n("dt",{children:[e," addresses"]}),
n("dd",{class:"usage",children:[n($e,{label:`${e} addresses`,shares:o}),n("a",{href:"/addresses",children:[v(t.used)," u\
sed, ",v(t.available)," available"]}),r&&n("span",{class:"state bad",children:[n(C,{shape:"warning",color:"bad"}),"Exhau\
sted"]})]})]})}function sa({certificates:e}){return n(w,{children:[n("dt",{children:"Certificates"}),n("dd",{children:[H(
e.pods,"Pod"),e.signingBackend!==void 0&&n(w,{children:[" from CA backend ",n("strong",{children:n(u,{value:e.signingBackend})})]}),
e.firstExpiry!==void 0&&n(w,{children:["; the first expires ",n(Z,{time:e.firstExpiry})]}),(e.expired??0)>0&&n("span",{class:"\
state bad",children:[n(C,{shape:"warning",color:"bad"}),v(e.expired??0)," expired"]}),e.rotation!==void 0&&e.rotation!==
""&&n("p",{class:"rotation",children:[n("span",{class:"tag",children:n(u,{value:e.rotation})})," ",n(u,{value:e.rotationMessage??
""})]})]})]})}function No({state:e,total:t}){let o=I(e,"problem").sort((i,s)=>`${i.namespace}/${i.name}`<`${s.namespace}/${s.name}`?-1:
1),r=Math.max(t,o.length),a=r>o.length&&n("a",{href:"/services?problem=true",children:["All ",v(r)]});return n(K,{title:"\
Problems",aside:n("span",{class:"quiet",children:a||o.length>0&&v(o.length)}),children:[o.length===0&&n(E,{title:"Every \
Service is as it should be"}),n("ul",{class:"problems",children:o.map(i=>n("li",{children:n("a",{href:Y(i.namespace,i.name),
children:[n(bt,{state:i.state}),n("span",{class:"problem-name",children:n(u,{value:`${i.namespace}/${i.name}`})}),n("spa\
n",{class:"problem-text",children:n(u,{value:i.summary})})]})},`${i.namespace}/${i.name}`))})]})}function Ao({counts:e}){return n("ul",{class:"tiles","aria-label":"Counts",children:la(e).map(t=>n("li",{children:n("a",
{class:`tile ${t.color??""}`,href:t.href,children:[n("span",{class:"tile-label",children:t.label}),n("span",{class:"tile\
-value",children:[t.color!==void 0&&n(C,{shape:t.color==="caution"?"question":"warning",color:t.color}),t.value]}),n("sp\
an",{class:"tile-note",children:t.note})]})},t.label))})}function la(e){let t=o=>e.compared?v(o):"unknown";return[{label:"\
Services",value:v(e.services),note:`${v(e.inMesh)} in a mesh`,href:"/services"},{label:"With a problem",value:v(e.withProblem),
note:"Services",href:"/services?problem=true",...fn(e.withProblem)},{label:"Online",value:v(e.online),note:"MeshServices",
href:"/services?state=Online"},{label:"Offline",value:v(e.offline),note:"MeshServices",href:"/services?state=Offline"},{
label:"Missing",value:t(e.missing),note:"MeshServices",href:"/services?state=Missing",...Ro(e.missing,e.compared)},{label:"\
In conflict",value:t(e.conflicts),note:ca(e),href:"/services?state=Conflict",...Ro(e.conflicts,e.compared)},{label:"Dele\
gated",value:v(e.delegated),note:`${v(e.effective)} effective`,href:"/services?delegated=any",...fn(e.delegated-e.effective)}]}
function ca(e){return e.foreign===0?"MeshServices":`MeshServices; ${v(e.foreign)} not of Meshwork`}function fn(e){return e>
0?{color:"bad"}:{}}function Ro(e,t){return t?fn(e):{color:"caution"}}function Fo(){let e=ie("overview").value,t=R(e,"status"),o=R(e,"counts"),r=R(e,"manager"),a=I(e,"mesh").sort((i,s)=>i.name<
s.name?-1:1);return n("div",{class:"page overview",children:[n("div",{class:"overview-head",children:[n("h1",{class:"uns\
een",children:"Overview"}),t!==void 0?n(da,{status:t}):n(W,{label:"the overview",lines:2})]}),o!==void 0&&n(Ao,{counts:o}),
n("div",{class:"columns",children:[n("div",{class:"column",children:[e.loaded&&n(No,{state:e,total:o?.withProblem??0}),n(
K,{title:"Meshes",children:[a.map(i=>n(Eo,{mesh:i},i.name)),e.loaded&&a.length===0&&n(E,{title:"No Mesh found",children:"\
A Service needs a Mesh to be in one."}),!e.loaded&&n(W,{label:"Meshes",lines:5})]})]}),n("div",{class:"column",children:[
r!==void 0&&n($o,{manager:r}),n(To,{state:e})]})]}),t!==void 0&&n("details",{class:"panel as-text",children:[n("summary",
{children:"As text"}),n(yt,{document:t.document})]})]})}function da({status:e}){let t=e.document.blocks.find(a=>a.kind===
"headline"),o=t?.mark??(e.healthy?"Good":"Bad"),r=t?.text??(e.healthy?"No problems found.":"Problems found.");return n("\
p",{class:`health ${o.toLowerCase()}`,"data-testid":"health",children:[n(V,{mark:o}),n("span",{children:n(u,{value:r})})]})}var pa={title:"600 12px",plain:"400 12px",small:"400 11.5px"},ua=5e3,wt=new Map,_t;function ye(e,t){let o=`${t} ${e}`,r=wt.
get(o);if(r===void 0){if(_t??=document.createElement("canvas").getContext("2d"),_t===null)return e.length*7;_t.font=`${pa[t]}\
 ${getComputedStyle(document.body).fontFamily}`,r=_t.measureText(e).width,wt.size>=ua&&wt.clear(),wt.set(o,r)}return r}function ee(e,t,o){
let r=S(e);if(ye(r,o)<=t)return r;let[a,i]=[3,r.length];for(;a<i;){let s=Math.ceil((a+i)/2);ye(rn(r,s),o)<=t?a=s:i=s-1}return rn(
r,a)}var Oo=450,fa=100,ma=window.matchMedia("(prefers-reduced-motion: reduce)");function kt(e){let t=$(new Map),o=$(new Map),
r=_(0);r.value;let a=new Map(e.map(l=>[l.id,l])),i=ma.matches?[]:[...t.current].filter(([l])=>!a.has(l));if(i.length<=fa)
for(let[l,d]of i)o.current.set(l,{node:d,until:performance.now()+Oo});for(let[l,d]of o.current)(a.has(l)||d.until<=performance.
now())&&o.current.delete(l);t.current=a;let s=o.current.size;return U(()=>{if(s===0)return;let l=window.setTimeout(()=>{
r.value++},Oo+20);return()=>window.clearTimeout(l)},[s,i.length]),[...o.current.values()].map(l=>l.node)}function Io(e){return[e.service,...e.meshServices,...e.slices,...e.endpoints.endpoints]}var ha={ArrowRight:[1,0],ArrowLeft:[
-1,0],ArrowDown:[0,1],ArrowUp:[0,-1]};function Do(e,t,o){if(e==="Home")return o[0]?.id;if(e==="End")return o.at(-1)?.id;
let r=ha[e],a=o.find(s=>s.id===t);if(r===void 0||a===void 0)return;let i;for(let s of o){if(s.id===t)continue;let[l,d]=ga(
a,s,r),c=l+d*3;l>0&&(i===void 0||c<i.cost)&&(i={id:s.id,cost:c})}return i?.id}function ga(e,t,[o,r]){let a=t.x-e.x,i=t.y+
t.height/2-e.y-e.height/2;return o!==0?[a*o,Math.abs(i)]:[i*r,Math.abs(a)]}var A={service:"service",meshService:e=>`meshService/${e}`,slice:e=>`slice/${e}`,endpoint:e=>`endpoint/${e}`};function Lo(e,t){
return{service:e,meshServices:I(t,"meshService").sort((o,r)=>zo(o)-zo(r)||mn(o,r)),slices:I(t,"slice").sort((o,r)=>Number(
r.ours)-Number(o.ours)||St(o.manager,r.manager)||mn(o,r)),endpoints:I(t,"endpoint").sort((o,r)=>St(o.zone,r.zone)||St(o.
node,r.node)||mn(o,r))}}function Mt(e){return e.state==="Exists"&&e.online>0}function Uo(e){let t=new Map,o=(i,s)=>{for(let[
l,d]of[[i,s],[s,i]]){let c=t.get(l)??new Set;t.set(l,c.add(d))}},r=new Map(e.meshServices.filter(i=>i.pod!=="").map(i=>[
i.pod,A.meshService(i.name)])),a=e.meshServices.filter(i=>i.pod==="").map(i=>A.meshService(i.name));for(let i of e.endpoints){
let s=A.endpoint(i.name);o(A.service,s);for(let d of i.slices)o(s,A.slice(d));let l=r.get(i.name);l!==void 0&&o(s,l);for(let d of a)
o(s,d)}for(let i of e.slices)o(A.service,A.slice(i.name));for(let i of e.slices)for(let s of a)o(A.slice(i.name),s);for(let i of e.
meshServices)o(A.service,A.meshService(i.name));return t}function Bo(e){return{ready:e.filter(t=>t.state==="Ready").length,
all:e.length}}var Pe={Ready:"ready",NotReady:"not ready",TerminatingServing:"terminating, still serving",Terminating:"te\
rminating"};function zo(e){return e.state!=="Exists"?0:e.online>0?2:1}function mn(e,t){return St(e.name,t.name)}function St(e,t){
return e<t?-1:e>t?1:0}function hn({state:e,size:t=12}){let o=t/2;return n("g",{class:`symbol symbol-${e}`,children:[n("rect",{class:"symbol-ou\
tline",x:-o,y:-o,width:t,height:t}),n("rect",{class:"symbol-fill",x:-o,y:-o,width:t,height:t}),n("path",{class:"symbol-b\
ar",d:`M${-o+2.5} 0H${o-2.5}`})]})}var va=[["Ready","ready"],["NotReady","not ready"],["TerminatingServing","terminating\
, serving"],["Terminating","terminating"]];function Ho(){return n("ul",{class:"legend","aria-label":"Legend",children:va.
map(([e,t])=>n("li",{children:[n("svg",{viewBox:"-9 -9 18 18",width:"18",height:"18","aria-hidden":!0,children:n(hn,{state:e})}),
t]},e))})}function Ct({id:e,x:t,y:o,emphasis:r,tab:a,label:i,kind:s,enters:l,leaves:d,children:c}){let f=d?"leaves":l?"enters":"";
return n("g",{class:`node ${s} ${r}`,style:{transform:`translate(${t}px, ${o}px)`},"data-node":d?void 0:e,...d?{"aria-hi\
dden":!0}:{role:"button",tabindex:a?0:-1},children:[n("title",{children:i}),n("g",{class:f,children:c})]})}function qo({
node:e,emphasis:t,tab:o}){let{value:r,width:a,height:i}=e,s=r.healthy?"good":r.inMesh?"caution":"neutral";return n(Ct,{id:e.
id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`service-node ${s}`,enters:!1,leaves:!1,label:`Service ${S(r.name)}, ${r.inMesh?`in\
 Mesh ${S(r.mesh)}`:"not in a mesh"}`,children:[n("rect",{class:"box",width:a,height:i,rx:"8"}),n("rect",{class:"stripe",
width:"4",height:i-16,x:"0",y:"8",rx:"2"}),n("text",{class:"title",x:"14",y:"26",children:ee(r.name,a-22,"title")}),n("t\
ext",{class:"sub",x:"14",y:"45",children:ee(r.headless?"headless":r.type,a-22,"small")})]})}function gn({node:e,emphasis:t,
tab:o,enters:r,leaves:a=!1}){let{value:i,width:s,height:l}=e,d=Mt(i),c=i.state==="Exists"?i.availability||"no status":i.
state,f=i.state!=="Exists"?"bad":d?"good":"caution";return n(Ct,{id:e.id,x:e.x,y:e.y,emphasis:t,tab:o,kind:`meshservice-\
node ${f}`,enters:r,leaves:a,label:`MeshService ${S(i.name)}, ${c}, ${i.online} online, ${i.offline} offline`,children:[
n("rect",{class:"box",width:s,height:l,rx:"6"}),n("path",{class:"state-sign",d:f==="good"?"M10 28l3 3 5.5-6":f==="bad"?"\
M10.5 25l6 6M16.500 25l-6 6":"M10 28h8"}),n("text",{class:"title",x:"10",y:"17",children:ee(i.name,s-20,"title")}),n("te\
xt",{class:"sub",x:"24",y:"32",children:ee(`${c}, ${i.online}/${i.online+i.offline}`,s-32,"small")})]})}function vn({node:e,
emphasis:t,tab:o,enters:r,leaves:a=!1}){let{value:i,width:s,height:l}=e,d=i.warnings.length>0;return n(Ct,{id:e.id,x:e.x,
y:e.y,emphasis:t,tab:o,kind:`slice-node ${i.ours?"ours":""} ${d?"warned":""}`,enters:r,leaves:a,label:`EndpointSlice ${S(
i.name)} of ${S(i.manager)}, ${i.addressType}, ${H(i.endpoints,"endpoint")}, ${i.ready} ready${d?", with warnings":""}`,
children:[n("rect",{class:"box",width:s,height:l,rx:"6"}),n("text",{class:"title",x:"10",y:"17",children:ee(i.name,s-(d?
38:20),"title")}),n("text",{class:"sub",x:"10",y:"32",children:ee(`${i.addressType}, ${i.endpoints===0?"no endpoints":`${i.
ready} of ${i.endpoints} ready`}`,s-20,"small")}),d&&n("path",{class:"warning-sign",d:`M${s-16} 7l6 10.500h-12zM${s-16} \
11v3`})]})}var qe=class extends ne{shouldComponentUpdate(t){let{props:o}=this;return t.node.value!==o.node.value||t.node.
x!==o.node.x||t.node.y!==o.node.y||t.node.width!==o.node.width||t.emphasis!==o.emphasis||t.tab!==o.tab||t.detailed!==o.detailed||
t.leaves!==o.leaves}render({node:t,emphasis:o,tab:r,enters:a,leaves:i=!1,detailed:s}){let{value:l,width:d,height:c}=t,f=l.
warnings.length>0||l.certificate?.outcome==="Warning",g=l.addresses[0]??"",p=d-32,m=xa(p,l.name,g);return n(Ct,{id:t.id,
x:t.x,y:t.y,emphasis:o,tab:r,kind:`endpoint-node ${s?"":"compact"}`,enters:a,leaves:i,label:`${l.pod?"Pod":"Endpoint"} ${S(
l.name)}, ${Pe[l.state]??l.state}, Node ${S(l.node)||"unknown"}${f?", with warnings":""}`,children:[n("rect",{class:"hit",
width:d,height:c,rx:"4"}),n("g",{transform:s?"translate(11 12)":`translate(${d/2} ${c/2})`,children:n(hn,{state:l.state,
size:s?12:10})}),s&&n("text",{class:"title",x:"25",y:"16",children:ee(l.name,m??p,"plain")}),s&&m!==void 0&&n("text",{class:"\
sub address",x:d-6,y:"16",children:S(g)}),s&&f&&n("circle",{class:"warning-dot",cx:"17",cy:"6",r:"3"})]})}},ba=110;function xa(e,t,o){
let r=e-ye(S(o),"small")-8;return o!==""&&o!==t&&r>=Math.min(ba,ye(S(t),"plain"))?r:void 0}function Ko({layout:e,related:t,hovered:o,pinned:r,name:a}){let i=_("service"),s=$(!1);U(()=>{s.current=!0},[]);let l=$(
null),d=o.value||r.value,c=t.get(d),f=h=>d===""||d==="service"?h===d?"chosen":"":h===d?"chosen":c?.has(h)===!0?"lit":"di\
m",g=Io(e),p=g.some(h=>h.id===i.value)?i.value:"service",m=h=>({emphasis:f(h),tab:h===p,enters:s.current}),b=h=>{let y=Tt(
h);if(h.key==="Enter"||h.key===" ")r.value=r.value===y?"":y;else if(h.key==="Escape")r.value="",o.value="";else{let L=Do(
h.key,y,g);if(L===void 0)return;i.value=L,l.current?.querySelector(`[data-node="${CSS.escape(L)}"]`)?.focus()}h.preventDefault()},
{width:x,height:T}=e,N=kt(e.endpoints.endpoints),M=kt(e.slices),z=kt(e.meshServices),X={emphasis:"",tab:!1,enters:!1,leaves:!0};
return n("svg",{ref:l,class:"drawing",width:x,height:T,viewBox:`0 0 ${x} ${T}`,role:"group","data-testid":"drawing","ari\
a-label":`Drawing of Service ${S(a)}. The arrow keys move, Enter keeps the details.`,onKeyDown:b,onPointerOver:h=>{o.value=
Tt(h)},onPointerLeave:()=>{o.value=""},onFocusIn:h=>{let y=Tt(h);o.value=y,y!==""&&(i.value=y)},onFocusOut:()=>{o.value=
""},onClick:h=>{let y=Tt(h);r.value=r.value===y?"":y},children:[e.columns.map(({label:h,x:y})=>n("text",{class:"column-t\
itle",x:y,y:"16",children:h},h)),[...e.managers,...e.meshServiceFrame===void 0?[]:[e.meshServiceFrame]].map(h=>n(wa,{frame:h},
h.id)),e.endpoints.zones.map(h=>n(Wo,{frame:h,kind:"zone"},h.id)),e.endpoints.nodes.map(h=>n(Wo,{frame:h,kind:"knode"},`${h.
id} ${h.y} ${h.x}`)),n("g",{class:"edges","aria-hidden":!0,children:e.edges.map(h=>n("path",{d:h.path,class:`edge ${ya(h,
d,c)}`},h.id))}),n(qo,{node:e.service,...m("service")}),e.meshServices.map(h=>n(gn,{node:h,...m(h.id)},h.id)),e.slices.map(
h=>n(vn,{node:h,...m(h.id)},h.id)),e.endpoints.endpoints.map(h=>n(qe,{node:h,detailed:e.endpoints.detailed,...m(h.id)},h.
id)),z.map(h=>n(gn,{node:h,...X},`gone ${h.id}`)),M.map(h=>n(vn,{node:h,...X},`gone ${h.id}`)),N.map(h=>n(qe,{node:h,detailed:e.
endpoints.detailed,...X},`gone ${h.id}`))]})}function Tt(e){return(e.target instanceof Element?e.target.closest("[data-n\
ode]"):null)?.getAttribute("data-node")??""}function ya(e,t,o){if(t===""||t==="service")return"";let r=s=>s===t||o?.has(
s)===!0,[a,i]=[r(e.from),r(e.to)];return a&&i&&(e.from===t||e.to===t||e.from==="service")||a&&e.to.startsWith("zone/")&&
e.from===t?"lit":"dim"}function wa({frame:e}){return n("g",{class:`frame list-frame ${e.ours===!0?"ours":""}`,children:[
n("title",{children:S(e.label)}),n("rect",{x:e.x,y:e.y,width:e.width,height:e.height,rx:"8"}),n("text",{class:"frame-lab\
el",x:e.x+9,y:e.y+17,children:ee(e.label,e.width-18,"title")}),n("text",{class:"frame-note",x:e.x+9,y:e.y+34,children:e.
note}),n("text",{class:"frame-note",x:e.x+9,y:e.y+e.height-9,children:e.more})]})}function Wo({frame:e,kind:t}){let o=e.
width-28-ye(e.note,"small");return n("g",{class:`frame ${t}`,children:[n("title",{children:S(e.label)}),n("rect",{x:e.x,
y:e.y,width:e.width,height:e.height,rx:t==="zone"?8:6}),n("text",{class:"frame-label",x:e.x+9,y:e.y+(t==="zone"?16:14),children:ee(
e.label,o,"small")}),n("text",{class:"frame-note end",x:e.x+e.width-9,y:e.y+(t==="zone"?16:14),children:e.note})]})}function jo({model:e,id:t}){return n("div",{class:"details","data-testid":"details",children:_a(e,t)})}function _a(e,t){
if(t===A.service)return n(ka,{service:e.service});let o=e.meshServices.find(i=>A.meshService(i.name)===t);if(o!==void 0)
return n(Sa,{meshService:o});let r=e.slices.find(i=>A.slice(i.name)===t);if(r!==void 0)return n(Ma,{slice:r});let a=e.endpoints.
find(i=>A.endpoint(i.name)===t);return a!==void 0?n(Ca,{endpoint:a}):n("p",{class:"quiet",children:"Point at something, \
or move to it with the arrow keys, to see its details and what belongs to it."})}function $t({kind:e,name:t}){return n("\
p",{class:"details-title",children:[n("span",{class:"quiet",children:e})," ",n("strong",{children:n(u,{value:t})})]})}function D({
term:e,children:t}){return n("div",{children:[n("dt",{children:e}),n("dd",{children:t})]})}function We({values:e}){return n(
w,{children:e.map(t=>n("span",{class:"value",children:n(u,{value:t})},t))})}function Vo({warnings:e}){return n(w,{children:e.
map(t=>n("p",{class:"details-warning",children:n(u,{value:t})},t))})}function ka({service:e}){return n(w,{children:[n($t,
{kind:"Service",name:e.name}),n("dl",{class:"facts",children:[n(D,{term:"Type",children:n(u,{value:e.type})}),n(D,{term:"\
Mesh",children:e.inMesh?n(u,{value:e.mesh}):"none"}),n(D,{term:"Cluster IPs",children:n(We,{values:e.clusterIPs})}),n(D,
{term:"Ports",children:n(We,{values:e.ports})})]})]})}function Sa({meshService:e}){return n(w,{children:[n($t,{kind:"Mes\
hService",name:e.name}),n("dl",{class:"facts",children:[n(D,{term:"State",children:n(u,{value:e.state})}),e.availability!==
""&&n(D,{term:"Availability",children:n(u,{value:e.availability})}),n(D,{term:"Proxies",children:[v(e.online)," online, ",
v(e.offline)," offline"]}),e.pod!==""&&n(D,{term:"Pod",children:n(u,{value:e.pod})}),e.holder!==""&&n(D,{term:"Held by",
children:n(u,{value:e.holder})}),e.addresses.length>0&&n(D,{term:"Addresses",children:n(We,{values:e.addresses})})]})]})}
function Ma({slice:e}){return n(w,{children:[n($t,{kind:"EndpointSlice",name:e.name}),n("dl",{class:"facts",children:[n(
D,{term:"Manager",children:[n(u,{value:e.manager}),e.ours&&n("span",{class:"tag accent",children:"Meshwork"})]}),n(D,{term:"\
Addresses",children:n(u,{value:e.addressType})}),n(D,{term:"Endpoints",children:[v(e.endpoints),", ",v(e.ready)," ready"]})]}),
n(Vo,{warnings:e.warnings})]})}function Ca({endpoint:e}){return n(w,{children:[n($t,{kind:e.pod?"Pod":"Endpoint",name:e.
name}),n("dl",{class:"facts",children:[n(D,{term:"State",children:[Pe[e.state]??n(u,{value:e.state}),e.phase!==""&&n(w,{
children:[" (",n(u,{value:e.phase}),")"]})]}),n(D,{term:"Node",children:[n(u,{value:e.node||"unknown"}),e.zone!==""&&n(w,
{children:[", zone ",n(u,{value:e.zone})]})]}),n(D,{term:"Addresses",children:n(We,{values:e.addresses})}),n(D,{term:"Sl\
ices",children:e.slices.length===0?"none":n(We,{values:e.slices})}),e.certificate!==void 0&&n(D,{term:"Certificate",children:n(
u,{value:e.certificate.message})})]}),n(Vo,{warnings:e.warnings})]})}function Go(e){return[...Ta(e),...$a(e),...Pa(e)]}function Ta(e){let{service:t,meshServiceFrame:o,meshServices:r}=e;return o!==
void 0?[Pt("service",t,"meshServices",o)]:r.map(a=>Pt("service",t,a.id,a))}function $a(e){let{meshServiceFrame:t,meshServices:o,
managers:r,service:a}=e;return(t!==void 0?[t]:o.length>0?o:[a]).flatMap(s=>r.map(l=>Pt(s.id,s,l.id,l)))}function Pa(e){let t=new Map(
e.slices.map(a=>[a.id,a])),o=e.endpoints.detailed?[]:e.endpoints.zones,r=new Map;for(let a of e.endpoints.endpoints)for(let i of a.
value.slices){let s=t.get(`slice/${i}`);if(s===void 0)continue;let l=e.endpoints.detailed?a:o.find(c=>c.id===`zone/${a.value.
zone}`);if(l===void 0)continue;let d=Pt(s.id,s,l.id,l);r.set(d.id,d)}return[...r.values()]}var Ea=14;function Pt(e,t,o,r){
let a=t.x+t.width,i=t.y+Math.min(t.height/2,32),s=r.x,l=r.y+Math.min(r.height/2,o.startsWith("endpoint/")||o.startsWith(
"meshService/")?r.height/2:Ea),d=Math.max(12,(s-a)/2);return{id:`${e}>${o}`,from:e,to:o,path:`M${a} ${i}C${a+d} ${i} ${s-
d} ${l} ${s} ${l}`}}function Ke(e,t){let o=new Map;for(let r of e){let a=t(r),i=o.get(a);i===void 0?o.set(a,[r]):i.push(r)}return o}var Na=40,Ra=80,Aa=24,Fa=20,G=8,Ee=15,Oa=210;function Xo(e,t,o){let a={detailed:e.length<=Na,zones:[],nodes:[],endpoints:[],
bottom:we},i=new Set(e.map(s=>s.node)).size<=Ra;for(let[s,l]of Ke(e,d=>d.zone)){let d=a.bottom+(a.zones.length>0?12:0),c={
x:t+G,y:d+Aa,width:o-2*G},f=i?Ia(a,l,c):Yo(a,l,c);a.zones.push({id:`zone/${s}`,x:t,y:d,width:o,height:f-d+G,label:s===""?
"no zone":s,note:Zo(l)}),a.bottom=f+G}return a}function Ia(e,t,o){let r=e.detailed?1:Math.max(1,Math.floor((o.width+G)/(Oa+
G))),a=(o.width-(r-1)*G)/r,{y:i}=o,s=i;return[...Ke(t,l=>l.node)].forEach(([l,d],c)=>{let f=c%r;f===0&&c>0&&(i=s+G);let g=o.
x+f*(a+G),p={x:g+G,y:i+Fa,width:a-2*G},m=e.detailed?Da(e,d,p):Yo(e,d,p);e.nodes.push({id:`node/${l}`,x:g,y:i,width:a,height:m-
i+G-2,label:l===""?"no Node":l,note:e.detailed?"":Zo(d)}),s=Math.max(f===0?0:s,m+G-2)}),s}function Da(e,t,{x:o,y:r,width:a}){
return t.forEach((s,l)=>e.endpoints.push({id:A.endpoint(s.name),value:s,x:o,y:r+l*24,width:a,height:24})),r+t.length*24}
function Yo(e,t,{x:o,y:r,width:a}){let i=Math.max(1,Math.floor(a/Ee));return t.forEach((s,l)=>e.endpoints.push({id:A.endpoint(
s.name),value:s,x:o+l%i*Ee,y:r+Math.floor(l/i)*Ee,width:Ee,height:Ee})),r+Math.ceil(t.length/i)*Ee}function Zo(e){let{ready:t,
all:o}=Bo(e);return`${t} of ${o} ready`}var we=30,Ne=8,Jo=26,je=8,Et=34,Re=42,za=12,La=6,Ua=12,Qo=760;function Ba(e){let t=Math.max(0,e-Qo)*.14,o=112,r=140+t,a=172+
t;return{service:o,meshService:r,slice:a,endpoints:e-o-r-a-3*Et-2}}function er(e,t){let o=Math.max(Qo,Math.floor(t)),r=Ba(
o),a=Ha(r),i={id:A.service,value:e.service,x:1,y:we,width:r.service,height:64},s=qa(e.meshServices,a.meshService,r.meshService),
l=Wa(e.slices,a.slice,r.slice),d=Xo(e.endpoints,a.endpoints,r.endpoints),c=Math.max(i.y+i.height,s.bottom,l.bottom,d.bottom),
f={width:o,height:c+6,columns:[{label:"Service",x:1},{label:"MeshServices",x:a.meshService},{label:"EndpointSlices",x:a.
slice},{label:e.endpoints.every(g=>g.pod)?"Pods":"Endpoints",x:a.endpoints}],service:i,meshServices:s.nodes,meshServiceFrame:s.
frame,managers:l.frames,slices:l.nodes,endpoints:d};return{...f,edges:Go(f)}}function Ha(e){let t=1+e.service+Et,o=t+e.meshService+
Et;return{meshService:t,slice:o,endpoints:o+e.slice+Et}}function qa(e,t,o){let r=e.length>za,a=r?e.slice(0,La):e,i=r?je:
0,s=we+(r?46:0),l=a.map((g,p)=>({id:A.meshService(g.name),value:g,x:t+i,y:s+p*(Re+Ne),width:o-2*i,height:Re})),d=s+a.length*
(Re+Ne)-(a.length>0?Ne:0);if(!r)return{nodes:l,frame:void 0,bottom:d};let c=e.filter(Mt).length,f={id:"meshServices",x:t,
y:we,width:o,height:d-we+je+20,more:`and ${e.length-a.length} more`,label:`${e.length} MeshServices`,note:`${c} online, ${e.
length-c} not`};return{nodes:l,frame:f,bottom:f.y+f.height}}function Wa(e,t,o){let r=[],a=[],i=we;for(let[s,l]of Ke(e,d=>d.
manager)){let d=l.slice(0,Ua),c=l.length-d.length;d.forEach((g,p)=>a.push({id:A.slice(g.name),value:g,x:t+je,y:i+Jo+p*(Re+
Ne),width:o-2*je,height:Re}));let f=Jo+d.length*(Re+Ne)-Ne+je+(c>0?20:0);r.push({id:`manager/${s}`,x:t,y:i,width:o,height:f,
label:s===""?"no manager":s,note:"",more:c>0?`and ${c} more`:"",ours:l[0]?.ours??!1}),i+=f+12}return{frames:r,nodes:a,bottom:i-
(r.length>0?12:0)}}function tr({model:e}){return n("div",{class:"neighborhood-tables",children:[n(bn,{title:"MeshServices",head:["Name","St\
ate","Availability","Online","Offline","Pod"],rows:e.meshServices.map(t=>[t.name,t.state,t.availability,v(t.online),v(t.
offline),t.pod])}),n(bn,{title:"EndpointSlices",head:["Name","Manager","Addresses","Endpoints","Ready","Warnings"],rows:e.
slices.map(t=>[t.name,t.manager,t.addressType,v(t.endpoints),v(t.ready),t.warnings.join("; ")])}),n(bn,{title:"Endpoints",
head:["Name","State","Addresses","Node","Zone","Slices","Warnings"],rows:e.endpoints.map(t=>[t.name,Pe[t.state]??t.state,
t.addresses.join(", "),t.node,t.zone,t.slices.join(", "),t.warnings.join("; ")])})]})}function bn({title:e,head:t,rows:o}){
return n(w,{children:[n("h3",{children:e}),o.length===0&&n("p",{class:"quiet",children:"None."}),o.length>0&&n("div",{class:"\
table-box",tabIndex:0,role:"region","aria-label":e,children:n("table",{children:[n("thead",{children:n("tr",{children:t.
map(r=>n("th",{scope:"col",children:r},r))})}),n("tbody",{children:o.map(r=>n("tr",{children:r.map((a,i)=>n("td",{children:n(
u,{value:a})},i))},r[0]))})]})})]})}function nr({service:e,state:t}){let o=_(!1),r=_(""),a=_(""),i=_(0),s=$(null),l=J(()=>Lo(e,t),[e,t]),d=J(()=>Uo(l),[l]),
c=J(()=>er(l,i.value),[l,i.value]);ge(()=>{if(s.current===null)return;let g=s.current,p=new ResizeObserver(()=>{i.value=
g.clientWidth});return p.observe(g),i.value=g.clientWidth,()=>p.disconnect()},[o.value]);let f=r.value||a.value;return n(
K,{title:"Neighborhood",kind:"drawing-panel",aside:n("button",{type:"button",class:"button small","aria-pressed":o.value,
onClick:()=>{o.value=!o.value},children:"As tables"}),children:[o.value&&n(tr,{model:l}),!o.value&&n(w,{children:[n(Ho,{}),
n("div",{class:"drawing-box",ref:s,children:n(Ko,{layout:c,related:d,hovered:r,pinned:a,name:e.name})}),n(jo,{model:l,id:f})]})]})}function rr({state:e}){let t=I(e,"endpoint").filter(r=>r.certificate!==void 0);if(t.length===0)return n(E,{title:"No cer\
tificates",children:"Meshwork issues no certificates to the Pods of this Service."});t.sort((r,a)=>or(r)-or(a)||(r.name<
a.name?-1:1));let o=t.filter(r=>r.certificate.outcome==="Warning").length;return n(w,{children:[n("p",{children:[H(t.length-
o,"Pod")," with a certificate",o>0&&n(w,{children:[", ",n("strong",{children:[o," with a warning"]})]}),"."]}),n("ul",{class:"\
certificate-list",children:t.map(r=>n("li",{class:"item",children:[n(V,{mark:r.certificate.outcome==="Yes"?"Good":"Cauti\
on"}),n("span",{class:"item-label",children:n(u,{value:r.name})}),n("span",{class:"item-text",children:[n(u,{value:r.certificate.
message}),r.certificate.notAfter!==void 0&&n("span",{class:"quiet",children:[" (expires ",n(Z,{time:r.certificate.notAfter}),
")"]})]})]},r.name))})]})}function or(e){return e.certificate.outcome==="Warning"?0:1}function ir({state:e}){let t=R(e,"xds");if(t===void 0)return n(E,{title:"No xDS server",children:"No xDS server is insta\
lled in this cluster, or you may not see it."});let o=t.clients??[],r=t.servers??[];return n(w,{children:[n("p",{class:"\
quiet",children:["Asked of ",r.length===0?"no server":r.map((a,i)=>n("span",{children:[i>0&&", ",n(u,{value:a})]},a))]}),
o.length===0&&n(E,{title:"No client",children:"No gRPC client gets this Service by xDS."}),n("ul",{class:"client-list",children:o.
map(a=>n(Ka,{client:a},`${a.server} ${a.node} ${a.client} ${a.since}`))})]})}function Ka({client:e}){let t=e.refused??[],
o=e.names??[];return n("li",{class:"client",children:[n(C,{shape:t.length>0?"warning":"check",color:t.length>0?"bad":"go\
od",label:t.length>0?"refuses":"accepts"}),n("div",{children:[n("p",{children:[n("strong",{children:n(u,{value:e.client})}),
" ",n("span",{class:"quiet",children:["since ",n(Z,{time:e.since})]})]}),n("dl",{class:"facts",children:[n("div",{children:[
n("dt",{children:"Agent"}),n("dd",{children:n(u,{value:e.agent})})]}),n("div",{children:[n("dt",{children:"Node"}),n("dd",
{children:n(u,{value:e.node})})]}),n("div",{children:[n("dt",{children:"Asks for"}),n("dd",{children:o.length===0?"every\
thing":o.map(r=>n("span",{class:"value",children:n(u,{value:r})},r))})]})]}),t.map(r=>n("p",{class:"refused",children:[n(
"strong",{children:"Refuses"})," ",n(u,{value:r})]},r))]})]})}function ar({state:e}){let t=le(e,"event").sort(([,o],[,r])=>Date.parse(r.time)-Date.parse(o.time));return t.length===0?
n(E,{title:"No events",children:"Kubernetes keeps events for one hour, unless set otherwise."}):n("ol",{class:"event-lis\
t",children:t.map(([o,r])=>n("li",{children:[n(C,{shape:r.type==="Warning"?"warning":"dot",color:r.type==="Warning"?"cau\
tion":"neutral",label:r.type}),n("div",{children:[n("p",{class:"event-head",children:[n("strong",{children:n(u,{value:r.
reason})}),n("span",{class:"quiet",children:[n(Z,{time:r.time}),r.count>1&&`, ${H(r.count,"time")}`,", from ",n(u,{value:r.
from})]})]}),n("p",{children:n(u,{value:r.message})})]})]},o))})}function sr({state:e}){let t=R(e,"document"),o=R(e,"remedy");if(t===void 0)return n(W,{label:"the explanation",lines:8});
let r=o!==void 0&&(o.command!==""||o.why!=="");return n(w,{children:[r&&n("section",{class:"remedy","aria-labelledby":"r\
emedy-heading",children:[n("h3",{id:"remedy-heading",children:"What to do"}),o.command!==""&&n(He,{text:o.command}),o.why!==
""&&n("p",{children:n(u,{value:o.why})})]}),n(yt,{without:"headline",document:r?ja(t,o):t})]})}function ja(e,t){let o=e.
blocks.findLastIndex(i=>i.kind==="heading"),r=e.blocks.slice(o+1);return o>=0&&t.command!==""&&r.some(i=>i.kind==="comma\
nd"&&i.text===t.command)?{blocks:e.blocks.slice(0,o)}:e}function lr({state:e}){let t=I(e,"delegation").sort((r,a)=>r.manager<a.manager?-1:1),o=le(e,"handover").sort(([r],[a])=>Number(
a)-Number(r));return n(w,{children:[t.length===0&&n(E,{title:"Not delegated",children:"The default EndpointSlice control\
ler publishes the endpoints of this Service."}),t.map(r=>n(Va,{delegation:r},r.manager)),n(Ga,{slices:I(e,"slice")}),n("\
h3",{children:"Seen since this page was opened"}),o.length===0&&n("p",{class:"quiet",children:"No handover has been seen\
."}),n("ol",{class:"timeline",children:o.map(([r,a])=>n("li",{children:[n(vt,{tone:a.tone}),n("time",{dateTime:a.time,children:gt(
a.time)}),n("span",{children:n(u,{value:a.text})})]},r))})]})}function Va({delegation:e}){return n("article",{class:"del\
egation","aria-label":`Delegated to ${e.manager}`,children:[n("p",{class:"delegation-manager",children:n(u,{value:e.manager})}),
n("p",{class:"delegation-state",children:[n("span",{class:`badge ${e.effective?"good":"caution"}`,children:e.effective?"\
Effective":"Not effective"}),n("span",{class:"badge neutral",children:n(u,{value:e.phase})})]}),e.message!==""&&n("p",{children:n(
u,{value:e.message})}),n("dl",{class:"facts",children:[n("div",{children:[n("dt",{children:"Endpoints come from"}),n("dd",
{children:e.fromPods?"Pods":"Endpoints"})]}),n("div",{children:[n("dt",{children:"Key in the selector"}),n("dd",{children:[
n(C,{shape:e.keptAway?"check":"dash",color:e.keptAway?"good":"neutral"}),e.keptAway?"present: the default controller is \
kept away":"absent: the default controller publishes too"]})]}),n("div",{children:[n("dt",{children:"Desired endpoints"}),
n("dd",{children:v(e.desired)})]}),n("div",{children:[n("dt",{children:"In its slices"}),n("dd",{children:v(e.ours)})]}),
n("div",{children:[n("dt",{children:"In slices of others"}),n("dd",{children:v(e.others)})]})]})]})}function Ga({slices:e}){
let t=new Map;for(let o of e){let r=t.get(o.manager)??{slices:0,endpoints:0,ready:0,ours:o.ours};t.set(o.manager,{slices:r.
slices+1,endpoints:r.endpoints+o.endpoints,ready:r.ready+o.ready,ours:o.ours})}return t.size===0?null:n(w,{children:[n("\
h3",{children:"Who publishes endpoints"}),n("ul",{class:"publishers",children:[...t].sort(([o],[r])=>o<r?-1:1).map(([o,r])=>n(
"li",{children:[n("span",{class:"publisher-name",children:[n(u,{value:o===""?"no manager":o}),r.ours&&n("span",{class:"t\
ag accent",children:"Meshwork"})]}),n($e,{label:o,shares:[{value:r.ready,color:r.ours?"accent":"good",word:"ready"},{value:r.
endpoints-r.ready,color:"caution",word:"not ready"}]}),n("span",{class:"quiet",children:[v(r.endpoints)," endpoints, ",v(
r.ready)," ready, in ",v(r.slices)," ",r.slices===1?"slice":"slices"]})]},o))})]})}function cr({tabs:e,chosen:t,label:o}){let r=e.find(i=>i.id===t.value)??e[0];return n(w,{children:[n("div",{class:"tabs",
role:"tablist","aria-label":o,onKeyDown:i=>{let s=e.findIndex(c=>c.id===r?.id),l={ArrowRight:s+1,ArrowLeft:s-1,Home:0,End:e.
length-1}[i.key];if(l===void 0)return;i.preventDefault();let d=e[(l+e.length)%e.length];d!==void 0&&(t.value=d.id,document.
getElementById(`tab-${d.id}`)?.focus())},children:e.map(({id:i,label:s,count:l})=>n("button",{type:"button",role:"tab",id:`\
tab-${i}`,"aria-selected":i===r?.id,tabIndex:i===r?.id?0:-1,"aria-controls":"tab-content",onClick:()=>{t.value=i},children:[
s,l!==void 0&&l>0&&n("span",{class:"tab-count",children:v(l)})]},i))}),n("div",{class:"tab-content",role:"tabpanel",id:"\
tab-content","aria-labelledby":`tab-${r?.id??""}`,tabIndex:0,children:r?.content()})]})}var xn={events:e=>I(e,"event").length,clients:e=>R(e,"xds")?.clients?.length??0};function dr({state:e,namespace:t,name:o}){let r=le(e,"object").map(([c])=>c).sort(Ja),a=_(`Service/${o}`),i=_(0),s=_(void 0),
l=r.includes(a.value)?a.value:r[0];if(U(()=>{if(l===void 0)return;let c=new AbortController;return Xa(l,t,c.signal).then(
f=>{c.signal.aborted||(s.value=f)}),()=>c.abort()},[l,i.value]),l===void 0)return n(E,{title:"No object can be read"});let d=s.
value?.object===l?s.value:void 0;return n(w,{children:[n("div",{class:"yaml-head",children:[n("label",{class:"choice",children:[
n("span",{children:"Object"}),n("select",{value:l,onChange:c=>{a.value=c.currentTarget.value},children:r.map(c=>n("optio\
n",{value:c,children:S(c)},c))})]}),n("button",{type:"button",class:"button small",onClick:()=>{i.value++},children:"Rea\
d again"}),d!==void 0&&!d.failed&&n(Te,{text:d.text})]}),d===void 0&&n(W,{label:l,lines:10}),d?.failed===!0&&n(E,{title:"\
The object cannot be shown",children:n(u,{value:d.text})}),d?.failed===!1&&n("pre",{class:"yaml",tabIndex:0,role:"region",
"aria-label":`YAML of ${S(l)}`,children:n("code",{children:Za(d.text)})})]})}async function Xa(e,t,o){let[r="",a=""]=e.split(
"/",2),i=["/api/objects",r,t,a].map((s,l)=>l===0?s:encodeURIComponent(s)).join("/");try{let s=await ut(i,o);return{object:e,
text:await s.text(),failed:!s.ok}}catch{return{object:e,text:"kubectl meshwork ui does not answer.",failed:!0}}}var Ya=/^(\s*(?:- )*)([^\s:#'"][^:]*|'[^']*'|"[^"]*"):(?=\s|$)/;
function Za(e){return S(e,"lines").split(`
`).map((t,o)=>{let r=Ya.exec(t);if(r===null)return n("span",{children:[t,`
`]},o);let[a,i="",s=""]=r;return n("span",{children:[i,n("span",{class:"yaml-key",children:s}),":",t.slice(a.length),`
`]},o)})}var yn=["Service","MeshService","EndpointSlice","Endpoints","Pod"];function Ja(e,t){let o=r=>(yn.indexOf(r.split(
"/",1)[0]??"")+yn.length)%yn.length;return o(e)-o(t)||(e<t?-1:1)}function pr({namespace:e,name:t}){let o=ie(`service/${e}/${t}`).value,r=_("explanation"),a=R(o,"service"),i=R(o,"missing");
return n("div",{class:"page service",children:[n(Qa,{namespace:e,name:t,service:a,state:o}),i!==void 0&&n(E,{title:"This\
 Service cannot be shown",children:[n(u,{value:i.message})," ",n("a",{href:"/services",children:"All Services"})]}),i===
void 0&&n("div",{class:"service-columns",children:[a===void 0?n(K,{title:"Neighborhood",children:n(W,{label:"the drawing",
lines:8})}):n(nr,{service:a,state:o}),n("div",{class:"panel tabs-panel",children:n(cr,{chosen:r,label:"About this Servic\
e",tabs:[{id:"explanation",label:"Explanation",content:()=>n(sr,{state:o})},{id:"events",label:"Events",count:xn.events(
o),content:()=>n(ar,{state:o})},{id:"handover",label:"Handover",content:()=>n(lr,{state:o})},{id:"clients",label:"Client\
s",count:xn.clients(o),content:()=>n(ir,{state:o})},{id:"certificates",label:"Certificates",content:()=>n(rr,{state:o})},
{id:"yaml",label:"YAML",content:()=>n(dr,{state:o,namespace:e,name:t})}]})})]})]})}function Qa({namespace:e,name:t,service:o,
state:r}){return n("header",{class:"service-head",children:[n("div",{class:"service-title",children:[n("p",{class:"crumb\
s",children:[n("a",{href:"/services",children:"Services"})," / ",n("a",{href:`/services?namespace=${encodeURIComponent(e)}`,
children:n(u,{value:e})})]}),n("h1",{children:n(u,{value:t})})]}),n(Te,{text:window.location.href,label:"Copy link"}),o!==
void 0&&n(es,{service:o,document:R(r,"document")})]})}function es({service:e,document:t}){let o=t?.blocks.find(a=>a.kind===
"headline"),r=e.healthy?"good":e.inMesh?"caution":"neutral";return n("div",{class:"service-facts",children:[n("p",{class:`\
service-health ${r}`,children:[n(C,{shape:e.healthy?"check":e.inMesh?"warning":"dash",color:r}),n("span",{children:o?.text!==
void 0?n(u,{value:o.text}):e.inMesh?"In the mesh":"Not in a mesh"})]}),n("dl",{class:"facts",children:[n(Ve,{term:"Type",
values:[e.headless?`${e.type}, headless`:e.type]}),n(Ve,{term:"Mesh",values:[e.mesh]}),n(Ve,{term:"Cluster IPs",values:e.
clusterIPs}),n(Ve,{term:"Ports",values:e.ports}),n(Ve,{term:"Addresses",values:e.addresses}),n("div",{children:[n("dt",{
children:"Created"}),n("dd",{children:n(Z,{time:e.created})})]})]})]})}function Ve({term:e,values:t}){let o=t.filter(r=>r!==
"");return o.length===0?null:n("div",{children:[n("dt",{children:e}),n("dd",{children:o.map(r=>n("span",{class:"value",children:n(
u,{value:r})},r))})]})}function ur(e,t){let o=_(e.peek()),r=$(void 0),a=$(-1/0);return lt(()=>{e.value,r.current===void 0&&(r.current=window.setTimeout(
()=>{r.current=void 0,a.current=performance.now(),o.value=e.peek()},Math.max(0,a.current+t-performance.now())))}),U(()=>()=>window.
clearTimeout(r.current),[]),o}var ts=["namespace","name","mesh","state","endpoints"],me=["state","mesh","namespace","delegated","finding","problem"];var fr={column:"namespace",descending:!1};function mr(e){let t=new URLSearchParams(e),o=r=>t.get(r)??"";return{q:o("q"),
state:o("state"),mesh:o("mesh"),namespace:o("namespace"),delegated:o("delegated"),finding:o("finding"),problem:o("proble\
m")==="true"?"true":"",sort:ns(o("sort"))}}function hr(e){let t=new URLSearchParams;e.q!==""&&t.set("q",e.q);for(let i of me)
e[i]!==""&&t.set(i,e[i]);let{column:o,descending:r}=e.sort;(o!==fr.column||r)&&t.set("sort",(r?"-":"")+o);let a=t.toString();
return a===""?"":`?${a}`}function ns(e){let t=e.startsWith("-"),o=t?e.slice(1):e,r=ts.find(a=>a===o);return r===void 0?fr:
{column:r,descending:t}}function wn(e,t){switch(t){case"state":return[e.state];case"mesh":return[e.mesh===""?"-":e.mesh];case"\
namespace":return[e.namespace];case"delegated":return e.delegated===""?[]:[e.delegated];case"finding":return e.findings;case"\
problem":return e.problem?["true"]:[]}}function _n(e,t,o){if(o==="")return!0;let r=wn(e,t);return o==="any"?r.length>0:r.
includes(o)}function kn(e){return`${e.namespace}/${e.name} ${e.mesh} ${e.addresses.join(" ")} ${e.findings.join(" ")}`.toLowerCase()}
function Sn(e){return e.toLowerCase().split(/\s+/).filter(t=>t!=="")}var rs=["Online","Offline","Missing","Conflict","NoStatus","Unknown","NotInMesh"];function vr({filters:e,counts:t,change:o,
clear:r,open:a}){let i=e.q!==""||me.some(s=>e[s]!=="");return n("div",{id:"filters",class:`filters ${a?"open":""}`,role:"\
group","aria-label":"Filters",children:[n("div",{class:"chips",role:"group","aria-label":"State",children:[n(gr,{label:"\
Problem",count:t.problem.get("true")??0,on:e.problem==="true",warn:!0,toggle:s=>o({problem:s?"true":""})}),rs.map(s=>n(gr,
{label:xo(s),count:t.state.get(s)??0,on:e.state===s,toggle:l=>o({state:l?s:""})},s))]}),n("div",{class:"choices",children:[
n(Nt,{label:"Mesh",facet:"mesh",filters:e,counts:t,change:o,words:{"-":"in none"}}),n(Nt,{label:"Namespace",facet:"names\
pace",filters:e,counts:t,change:o}),n(Nt,{label:"Delegated",facet:"delegated",filters:e,counts:t,change:o,words:{any:"al\
l delegated",HandingOver:"Handing over"}}),n(Nt,{label:"Finding",facet:"finding",filters:e,counts:t,change:o,words:{any:"\
any finding"}}),n("button",{type:"button",class:"button small",onClick:r,disabled:!i,children:"Clear"})]})]})}function gr({
label:e,count:t,on:o,toggle:r,warn:a=!1}){return n("button",{type:"button",class:"chip","aria-pressed":o,onClick:()=>r(!o),
children:[a&&n(C,{shape:"warning",color:"bad"}),e," ",n("span",{class:"chip-count",children:v(t)})]})}function Nt({label:e,
facet:t,filters:o,counts:r,change:a,words:i={}}){let s=o[t],l=new Map(r[t]);s!==""&&s!=="any"&&!l.has(s)&&l.set(s,0);let d=[
...l].sort(([c],[f])=>c<f?-1:1);return n("label",{class:"choice",children:[n("span",{children:e}),n("select",{value:s,class:s===
""?"":"chosen",onChange:c=>a({[t]:c.currentTarget.value}),children:[n("option",{value:"",children:"all"}),i["any"]!==void 0&&
n("option",{value:"any",children:i["any"]}),d.map(([c,f])=>n("option",{value:c,children:`${S(i[c]??c)} (${v(f)})`},c))]})]})}var br=["Conflict","Missing","Offline","NoStatus","Unknown","Online","NotInMesh"],Rt=class{byKey=new Map;sorted=[];query(t,o){
this.take(t),this.sorted.sort(ss(o.sort));let r=Sn(o.q),a=xr(o),i=this.sorted.length;return r.length===0&&a.length===0?{
rows:this.sorted.slice(),total:i}:{rows:this.sorted.filter(({row:l,text:d})=>r.every(c=>d.includes(c))&&a.every(c=>_n(l,
c,o[c]))),total:i}}counts(t,o){this.take(t);let r=Sn(o.q),a=xr(o),i=as();for(let{row:s,text:l}of this.sorted)r.every(d=>l.
includes(d))&&is(i,s,a.filter(d=>!_n(s,d,o[d])));return i}take(t){let o=!1;for(let[r,a]of t){let i=a,s=this.byKey.get(r);
if(s===void 0){let l={key:r,row:i,text:kn(i)};this.byKey.set(r,l),this.sorted.push(l),o=!0}else s.row!==i&&(s.row=i,s.text=
kn(i))}if(!(!o&&this.sorted.length===t.size)){this.sorted=this.sorted.filter(r=>t.has(r.key));for(let r of this.byKey.keys())
t.has(r)||this.byKey.delete(r)}}};function is(e,t,o){if(!(o.length>1))for(let r of o.length===1?o:me)for(let a of wn(t,r))
e[r].set(a,(e[r].get(a)??0)+1)}function xr(e){return me.filter(t=>e[t]!=="")}function as(){return{state:new Map,mesh:new Map,
namespace:new Map,delegated:new Map,finding:new Map,problem:new Map}}function ss({column:e,descending:t}){let o=t?-1:1;return(r,a)=>o*
ls(r.row,a.row,e)||Fe(r.row.namespace,a.row.namespace)||Fe(r.row.name,a.row.name)}function ls(e,t,o){switch(o){case"name\
space":return Fe(e.namespace,t.namespace)||Fe(e.name,t.name);case"name":return Fe(e.name,t.name);case"mesh":return Fe(e.
mesh,t.mesh);case"state":return br.indexOf(e.state)-br.indexOf(t.state);case"endpoints":return e.online+e.offline-t.online-
t.offline}}function Fe(e,t){return e<t?-1:e>t?1:0}var cs={Effective:{word:"Effective",color:"good"},Ineffective:{word:"Ineffective",color:"bad"},HandingOver:{word:"Handin\
g over",color:"caution"}},At=class extends ne{flashes=0;shouldComponentUpdate(t){let{props:o}=this,r=t.changedAt>0&&t.changedAt!==
o.changedAt;return r&&this.flashes++,r||t.row!==o.row||t.top!==o.top||t.active!==o.active}render({row:t,index:o,top:r,active:a,
changedAt:i}){let s=i===0?"":`flash-${this.flashes%2}`;return n("div",{role:"row",id:`row-${o}`,"aria-rowindex":o+2,"ari\
a-selected":a,class:`row ${s}`,title:S(t.summary),style:{transform:`translateY(${r}px)`},onClick:this.onClick,children:[
n("div",{role:"gridcell",class:"cell cell-state",children:n(bt,{state:t.state})}),n("div",{role:"gridcell",class:"cell c\
ell-name",children:n("a",{href:Y(t.namespace,t.name),tabIndex:-1,children:n(de,{value:t.name})})}),n("div",{role:"gridce\
ll",class:"cell cell-namespace",children:n(de,{value:t.namespace})}),n("div",{role:"gridcell",class:"cell cell-mesh",children:t.
mesh===""?n("span",{class:"quiet",children:"\u2013"}):n(de,{value:t.mesh})}),n("div",{role:"gridcell",class:"cell cell-e\
ndpoints",children:n(ds,{row:t})}),n("div",{role:"gridcell",class:"cell cell-delegated",children:n(ps,{delegated:t.delegated})}),
n("div",{role:"gridcell",class:"cell cell-findings",children:t.findings.map(l=>n("span",{class:"tag",title:S(l),children:n(
u,{value:l})},l))})]})}onClick=t=>{!(t.button===0&&!t.metaKey&&!t.ctrlKey&&!t.shiftKey)||window.getSelection()?.type==="\
Range"||(t.preventDefault(),this.props.open(this.props.row))}};function ds({row:e}){return e.online+e.offline===0?n("spa\
n",{class:"quiet",children:e.mesh===""?"\u2013":"0"}):n("span",{class:"endpoints",children:[n($e,{label:"Endpoints",shares:[
{value:e.online,color:"good",word:"online"},{value:e.offline,color:"bad",word:"offline"}]}),n("span",{class:"endpoint-nu\
mbers","aria-hidden":!0,children:[v(e.online),n("span",{class:"quiet",children:[" / ",v(e.online+e.offline)]})]})]})}function ps({
delegated:e}){if(e==="")return null;let t=cs[e];return n("span",{class:`badge ${t?.color??"neutral"}`,children:t?.word??
e})}function yr(e,t,o,r,a=10){let i=Math.floor(e/o)-a,s=Math.ceil((e+t)/o)+a;return{first:Math.max(0,Math.min(i,r)),last:Math.
max(0,Math.min(s,r))}}function wr(e,t,o,r){let a=e*r;return a<t?a:a+r>t+o?a+r-o:t}function _r(e,t,o,r){let a=o-1,i=s=>Math.
max(0,Math.min(a,s));switch(e){case"ArrowDown":return i(t+1);case"ArrowUp":return i(t-1);case"PageDown":return i(t+r);case"\
PageUp":return i(t-r);case"Home":return 0;case"End":return a;default:return}}var us=[{label:"State",column:"state"},{label:"Name",column:"name"},{label:"Namespace",column:"namespace"},{label:"Mesh",
column:"mesh"},{label:"Endpoints",column:"endpoints"},{label:"Delegated"},{label:"Findings"}],kr=40,Sr=68,Mr=window.matchMedia(
"(max-width: 720px)"),Ft={address:"",scrollTop:0,active:""};function Cr({rows:e,changed:t,sort:o,onSort:r,onEscape:a,grid:i}){
let s=Ft.address===xe.peek(),l=_(s?Ft.active:""),d=_(s?Ft.scrollTop:0),c=_({height:600,rowHeight:Mr.matches?Sr:kr}),{height:f,
rowHeight:g}=c.value,p=fe(()=>Math.floor(d.value/c.value.rowHeight)).value,m=fs(xe.value,i);ge(()=>{let y=i.current;if(y===
null)return;let L=()=>{c.value={height:y.clientHeight,rowHeight:Mr.matches?Sr:kr}},j=new ResizeObserver(L);return j.observe(
y),y.scrollTop=d.peek(),()=>{j.disconnect(),Ft={address:m.current,scrollTop:d.peek(),active:l.peek()}}},[]);let b=$(0),x=ms(
e,l.value,b.current);b.current=x;let T=y=>{re(Y(y.namespace,y.name))},N=y=>{l.value=e[y]?.key??"";let L=i.current;L!==null&&
(L.scrollTop=wr(y,L.scrollTop,f-g,g))},M=y=>{if(y.altKey||y.ctrlKey||y.metaKey)return;let L=_r(y.key,l.value===""?-1:x,e.
length,Math.floor(f/g)-2),j=e[x]?.row;if(L!==void 0)N(L);else if(y.key==="Enter"&&y.target===y.currentTarget&&j!==void 0)
T(j);else if(y.key==="Escape")a();else return;y.preventDefault()},{first:z,last:X}=yr(p*g,f,g,e.length),h=performance.now();
return n("div",{class:"grid",role:"grid","aria-label":"Services","aria-rowcount":e.length+1,tabIndex:0,ref:i,"data-testi\
d":"services-grid","aria-activedescendant":x>=z&&x<X?`row-${x}`:void 0,onKeyDown:M,onScroll:y=>{d.value=y.currentTarget.
scrollTop},onFocus:()=>{l.value===""&&(l.value=e[p]?.key??"")},children:[n(gs,{sort:o,onSort:r}),n("div",{role:"rowgroup",
class:"grid-body",style:{height:`${e.length*g}px`},children:e.slice(z,X).map(({key:y,row:L},j)=>n(At,{row:L,index:z+j,top:(z+
j)*g,active:y===l.value,open:T,changedAt:hs(t.get(y),h)},y))})]})}function fs(e,t){let o=$(e);return ge(()=>{o.current!==
e&&t.current!==null&&(t.current.scrollTop=0),o.current=e},[e]),o}function ms(e,t,o){return t===""?0:e[o]?.key===t?o:Math.
max(0,e.findIndex(r=>r.key===t))}function hs(e,t){return e!==void 0&&t-e<1500?e:0}function gs({sort:e,onSort:t}){return n(
"div",{role:"rowgroup",class:"grid-head",children:n("div",{role:"row","aria-rowindex":1,class:"row",children:us.map(({label:o,
column:r})=>n("div",{role:"columnheader",class:`cell cell-${o.toLowerCase()}`,"aria-sort":r===e.column?e.descending?"des\
cending":"ascending":void 0,children:r===void 0?o:n("button",{type:"button",tabIndex:-1,onClick:()=>t({column:r,descending:r===
e.column&&!e.descending}),children:[o,n("span",{class:"sort-sign","aria-hidden":!0,children:r!==e.column?"":e.descending?
"\u2193":"\u2191"})]})},o))})})}var vs=400;function Tr(){let e=ie("services"),t=J(()=>new Rt,[]),o=fe(()=>mr(xe.value)),r=fe(()=>t.query(e.value.entries,
o.value)),a=ur(e,vs),i=fe(()=>t.counts(a.value.entries,o.value)),s=$(null),l=$(null),d=_(!1);xs(s);let c=x=>{re(`/servic\
es${hr({...o.value,...x})}`,"replace")},f=()=>re("/services","replace"),g=x=>{if(x.key==="Escape")f();else if(x.key==="A\
rrowDown"||x.key==="Enter")l.current?.focus();else return;x.preventDefault()},{rows:p,total:m}=r.value,b=me.filter(x=>o.
value[x]!=="").length;return n("div",{class:"services",children:[n("div",{class:"services-head",children:[n("h1",{children:"\
Services"}),n("p",{class:"services-count","data-testid":"count",children:e.value.loaded&&(p.length===m?H(m,"Service"):`${v(
p.length)} of ${H(m,"Service")}`)}),n("label",{class:"search",children:[n("span",{class:"unseen",children:"Search Servic\
es"}),n("input",{ref:s,type:"search",placeholder:"Search name, address, finding",value:o.value.q,spellcheck:!1,autocomplete:"\
off",onInput:x=>c({q:x.currentTarget.value}),onKeyDown:g}),n("kbd",{"aria-hidden":!0,children:"/"})]}),n("button",{type:"\
button",class:"button filters-toggle","aria-expanded":d.value,"aria-controls":"filters",onClick:()=>{d.value=!d.value},children:[
"Filters",b>0?` (${b})`:""]})]}),n(vr,{filters:o.value,counts:i.value,change:c,clear:f,open:d.value}),!e.value.loaded&&n(
W,{label:"Services",lines:12}),e.value.loaded&&p.length===0&&n(bs,{total:m,clear:f}),e.value.loaded&&p.length>0&&n(Cr,{rows:p,
changed:e.value.changed,sort:o.value.sort,onSort:x=>c({sort:x}),onEscape:f,grid:l})]})}function bs({total:e,clear:t}){return e===
0?n(E,{title:"There are no Services",children:"Or none that you are allowed to read."}):n("div",{class:"nothing",children:[
n("p",{class:"nothing-title",children:"No Service matches"}),n("button",{type:"button",class:"button",onClick:t,children:"\
Clear search and filters"})]})}function xs(e){U(()=>{let t=o=>{let r=o.target instanceof HTMLElement&&o.target.closest("\
input, select, textarea")!==null;o.key!=="/"||r||o.ctrlKey||o.metaKey||o.altKey||(o.preventDefault(),e.current?.focus(),
e.current?.select())};return document.addEventListener("keydown",t),()=>document.removeEventListener("keydown",t)},[])}function $r({cluster:e}){return n("div",{class:"banners",role:"status","aria-label":"Notices",children:ys(e)})}function ys(e){
let{phase:t,reconnected:o}=Q;if(t.value==="ended")return n(Ot,{kind:"bad",title:"kubectl meshwork ui has ended",children:[
"Start ",n("code",{children:"kubectl meshwork ui"})," again and open the address that it prints. What you see is the las\
t picture."]});if(t.value==="interrupted")return n(Ot,{kind:"caution",title:"The connection was interrupted",children:"C\
onnecting again. What you see is the last picture."});let r=R(e,"connection");return t.value==="open"&&r?.connected===!1?
n(Ot,{kind:"caution",title:"The API server cannot be reached",children:[n(u,{value:r.message})," ",n("span",{class:"quie\
t",children:["Since ",n(Z,{time:r.since}),". What you see is the last picture."]})]}):o.value?n(Ot,{kind:"good",title:"C\
onnected again"}):null}function Ot({kind:e,title:t,children:o}){return n("div",{class:`banner ${e}`,children:[n(C,{shape:e===
"good"?"check":e==="bad"?"cross":"warning",color:e}),n("p",{children:[n("strong",{children:t})," ",o]})]})}function Pr({cluster:e}){let t=R(e,"gaps")??[];return t.length===0?null:n("details",{class:"gaps",children:[n("summary",
{children:[n(C,{shape:"question",color:"caution"}),n("span",{children:[H(t.length,"kind of object","kinds of objects"),"\
 could not be read. The rest is shown."]})]}),n("ul",{children:t.map(o=>n("li",{children:[n("strong",{children:n(u,{value:o.
kind})}),n("span",{class:"tag",children:o.forbidden?"not allowed":"not available"}),n("span",{children:n(u,{value:o.message})})]},
o.kind))})]})}var ws=[{href:"/",label:"Overview",pages:["overview"]},{href:"/services",label:"Services",pages:["services","service"]},
{href:"/addresses",label:"Addresses",pages:["addresses"]}];function Er({cluster:e}){let t=R(e,"info");return n("header",
{class:"top",children:[n("a",{class:"brand",href:"/","aria-label":"Meshwork, overview",children:[n("img",{src:"/icon.svg",
alt:"",width:"24",height:"24"}),n("span",{children:"Meshwork"})]}),n("nav",{"aria-label":"Pages",children:ws.map(o=>n("a",
{href:o.href,"aria-current":o.pages.includes(be.value.page)?"page":void 0,children:o.label},o.href))}),n("div",{class:"t\
op-facts",children:[t!==void 0&&n(_s,{info:t}),n(ks,{cluster:R(e,"connection")}),n(Cs,{})]})]})}function _s({info:e}){return n(
"div",{class:"cluster-facts",title:`${e.server} \xB7 Kubernetes ${e.version} \xB7 kubectl meshwork ${e.pluginVersion}`,children:[
n("span",{class:"fact",children:[n("span",{class:"fact-label",children:"Context"})," ",n(de,{value:e.context})]}),e.scope!==
""&&n("span",{class:"fact scope",children:[n("span",{class:"fact-label",children:"Namespace"})," ",n(de,{value:e.scope}),
n("span",{class:"fact-label",children:"only"})]})]})}function ks({cluster:e}){let{color:t,word:o}=Ss(e);return n("div",{
class:`connection ${t}`,role:"status","aria-label":"Connection","data-testid":"connection",children:[n("svg",{viewBox:"0\
 0 10 10",width:"10",height:"10","aria-hidden":!0,children:t==="good"?n("circle",{cx:"5",cy:"5",r:"4.5"}):n("rect",{x:"1",
y:"1",width:"8",height:"8"})}),n("span",{class:"connection-word",children:o})]})}function Ss(e){switch(Q.phase.value){case"\
connecting":return{color:"neutral",word:"Connecting"};case"ended":case"interrupted":case"refused":return{color:"bad",word:"\
Disconnected"};case"open":return e?.connected===!1?{color:"caution",word:"API server unreachable"}:{color:"good",word:"L\
ive"}}}var Ms={system:"M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",light:"M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1v2M8 13v2M1 8\
h2M13 8h2M3 3l1.4 1.4M11.6 11.6L13 13M3 13l1.4-1.4M11.6 4.4L13 3",dark:"M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z"};
function Cs(){return n("button",{type:"button",class:"button icon-only",onClick:ho,"aria-label":`Theme: ${ce.value}`,title:`\
Theme: ${ce.value}`,children:n("svg",{class:`icon theme-${ce.value}`,viewBox:"0 0 16 16",width:"16",height:"16","aria-hi\
dden":!0,children:n("path",{d:Ms[ce.value]})})})}function Nr(){return n("main",{id:"main",class:"message-page",children:[n("img",{src:"/icon.svg",alt:"",width:"48",height:"\
48"}),n("h1",{children:"Open the address that kubectl meshwork ui printed"}),n("p",{children:"The address ends with a to\
ken, so that nobody else on this machine can read your cluster with your permissions. Each start of the command has a ne\
w one."}),n("p",{children:"If you do not have the address any more, stop the command and start it again:"}),n(He,{text:"\
kubectl meshwork ui"})]})}function Rr(){let e=ie("cluster"),t=$(null);return U(()=>{document.title=Ps(be.value)},[be.value]),U(()=>{Be.value!==0&&
(window.scrollTo(0,0),t.current?.focus({preventScroll:!0}))},[Be.value]),Q.phase.value==="refused"?n(Nr,{}):n(w,{children:[
n("a",{class:"skip",href:"#main",children:"Skip to content"}),n(Er,{cluster:e.value}),n($r,{cluster:e.value}),n(Pr,{cluster:e.
value}),n("main",{id:"main",ref:t,tabIndex:-1,class:Ts(e.value)?"stale":"","data-page":be.value.page,children:n($s,{route:be.
value})})]})}function Ts(e){let t=Q.phase.value;return t==="ended"||t==="interrupted"?!0:e.entries.get("connection")?.connected===
!1}function $s({route:e}){switch(e.page){case"overview":return n(Fo,{});case"services":return n(Tr,{});case"service":return n(
pr,{namespace:e.namespace,name:e.name},`${e.namespace}/${e.name}`);case"addresses":return n(Co,{});case"unknown":return n(
"div",{class:"message-page",children:[n("h1",{children:"There is no such page"}),n("p",{children:n("a",{href:"/",children:"\
Go to the overview"})})]})}}function Ps(e){switch(e.page){case"overview":return"Overview \xB7 Meshwork";case"services":return"\
Services \xB7 Meshwork";case"service":return`${e.namespace}/${e.name} \xB7 Meshwork`;case"addresses":return"Addresses \xB7 \
Meshwork";case"unknown":return"Not found \xB7 Meshwork"}}go();nn();so();io();lo(()=>Q.open());Q.open();var Ar=document.getElementById("app");Ar!==null&&Un(n(Rr,{}),Ar);
